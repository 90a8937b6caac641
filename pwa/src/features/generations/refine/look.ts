import type { Schemas } from '~/lib/api';
import { facts } from '~/lib/facts';
import { gainsOf } from './part';

export type Background = Schemas['PortraitBackground'];
export type Retouch = NonNullable<Schemas['LayersBody']['retouch']>;

/** What a portrait is made of again: null stands for what it was made of. */
export interface Wish {
  photoId: string | null;
  retouch: Retouch | null;
}

/** Light and colour of a picture, from -1 to 1 each. */
export interface Light {
  brightness: number;
  warmth: number;
}

export const AS_IT_IS: Wish = { photoId: null, retouch: null };
export const OWN_SCENE: Background = { kind: 'scene', brightness: 0, warmth: 0 };

/** Whether the portrait itself shows it, without being made again. */
export const isOwn = ({ photoId, retouch }: Wish, background: Background): boolean =>
  photoId === null &&
  retouch === null &&
  background.kind === 'scene' &&
  background.brightness === 0 &&
  background.warmth === 0;

/** Colours of a filter on the whole picture, on its person, and on what is behind. */
export function gainsFor(light: Light, background: Background) {
  const none = gainsOf({ brightness: 0, warmth: 0 });
  const whole = gainsOf(light);
  return {
    // A colour that was chosen stays as it is.
    person: whole,
    scene:
      background.kind === 'scene'
        ? gainsOf(background, facts.refinement.background).map((gain, channel) => gain * whole[channel]!)
        : none,
  };
}

const HEX = /^#?([0-9a-f]{6})$/i;

/** What was typed as the API knows it; null where it is no colour. */
export function colourFrom(typed: string): string | null {
  const [, digits] = HEX.exec(typed.trim()) ?? [];
  return digits ? `#${digits.toLowerCase()}` : null;
}
