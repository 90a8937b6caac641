import { useId, useRef, type CSSProperties, type PointerEvent } from 'react';
import { useText } from '~/lib/i18n';
import { gainsFor, type Background, type Light } from './look';
import { heightOf, inside, ratioOf, resized, type Part, type Subject, type VersionFormat } from './part';
import styles from './refine.module.css';
import type { Layers } from './use-layers';

const percent = (share: number): string => `${share * 100}%`;

export interface RefineStageProps {
  subject: Subject;
  /** The portrait as it is, shown where there are no layers. */
  src: string;
  layers: Layers | null;
  background: Background;
  format: VersionFormat;
  part: Part;
  onPart(change: (part: Part) => Part): void;
  light: Light;
  /** What is to be seen is still on its way. */
  isMaking: boolean;
}

interface Spot {
  x: number;
  y: number;
}

/** What the version will show: moved with a finger or the pointer, made larger with two fingers. */
export function RefineStage({ subject, format, part, onPart, isMaking, ...shown }: RefineStageProps) {
  const t = useText();
  const fingers = useRef(new Map<number, Spot>());

  // Several movements may come between two pictures: each goes on from the one before.
  const move = (x: number, y: number) =>
    onPart((before) => {
      const [left, top] = [before.left + x * before.width, before.top + y * heightOf(before.width, format, subject)];
      return inside({ ...before, left, top }, format, subject);
    });
  const scale = (by: number) => onPart((before) => resized(before, before.width / by, format, subject));

  function follow(event: PointerEvent<HTMLElement>) {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    fingers.current.set(event.pointerId, now);
    const box = event.currentTarget.getBoundingClientRect();
    if (other) {
      const [was, is] = [before, now].map((spot) => Math.hypot(spot.x - other.x, spot.y - other.y)) as [number, number];
      if (was > 0 && is > 0) scale(is / was);
    } else move((before.x - now.x) / box.width, (before.y - now.y) / box.height);
  }

  const place: CSSProperties = {
    width: percent(1 / part.width),
    left: percent(-part.left / part.width),
    top: percent(-part.top / heightOf(part.width, format, subject)),
  };
  return (
    <>
      <div
        // Sliders beside it do the same for keys and screen readers.
        aria-hidden="true"
        className={styles.stage}
        style={{ '--ratio': ratioOf(format) } as CSSProperties}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        }}
        onPointerMove={follow}
        onPointerUp={(event) => fingers.current.delete(event.pointerId)}
        onPointerCancel={(event) => fingers.current.delete(event.pointerId)}
      >
        <Pictures {...shown} place={place} />
        <span className={styles.guides} data-format={format} />
      </div>
      <p role="status" className={styles.hint}>
        {t(isMaking ? 'generations.refine.making' : `generations.refine.guide.${format}`)}
      </p>
    </>
  );
}

/** The portrait, or its person over what is behind, each in its light. */
function Pictures({
  src,
  layers,
  background,
  light,
  place,
}: Pick<RefineStageProps, 'src' | 'layers' | 'background' | 'light'> & { place: CSSProperties }) {
  const [person, scene] = [useId(), useId()];
  const gains = gainsFor(light, background);
  const picture = (source: string, filter: string) => (
    <img
      src={source}
      alt=""
      className={styles.picture}
      style={{ ...place, filter: `url(#${filter})` }}
      draggable={false}
    />
  );
  return (
    <>
      <svg className={styles.filter}>
        <Gains id={person} gains={gains.person} />
        <Gains id={scene} gains={gains.scene} />
      </svg>
      {!layers ? picture(src, person) : null}
      {layers && background.kind === 'scene' ? picture(layers.backgroundUrl, scene) : null}
      {layers && background.kind === 'colour' ? (
        <span className={styles.colour} style={{ background: background.colour }} />
      ) : null}
      {layers && background.kind === 'none' ? <span className={styles.clear} /> : null}
      {layers ? picture(layers.personUrl, person) : null}
    </>
  );
}

const Gains = ({ id, gains: [red, green, blue] }: { id: string; gains: readonly number[] }) => (
  <filter id={id} colorInterpolationFilters="sRGB">
    <feColorMatrix values={`${red} 0 0 0 0  0 ${green} 0 0 0  0 0 ${blue} 0 0  0 0 0 1 0`} />
  </filter>
);
