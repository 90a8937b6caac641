import type { Complaint } from '@bildnis/studio/core';
import type { ReplicateDescriptor } from './descriptor.js';

/** Two views of a person, so that the two halves of a run differ in more than chance. */
const VIEWS = [
  'head and shoulders, facing the camera, friendly confident expression',
  'upper body turned slightly to the side, face towards the camera, relaxed natural smile',
] as const;

/** What every portrait has in common. Guidance is low: «lower = more realistic». */
const LOOK = 'professional business portrait photograph, 85mm lens, eyes in focus, natural skin texture, one person';

/** What is asked for where it was not liked. */
const ANSWERS: Record<Complaint, string> = {
  expression: 'calm neutral expression, closed mouth',
  crop: 'wider framing with room around the head',
  light: 'soft even frontal light',
  clothes: 'plain dark blazer and light shirt',
  likeness: 'true to life, unretouched',
};

/** @param group which prediction of the run it is for @param complaint what was not liked of the run it repeats */
export const promptFor = (
  { triggerWord, noun }: Pick<ReplicateDescriptor, 'triggerWord' | 'noun'>,
  style: string,
  group: number,
  complaint?: Complaint | null,
): string =>
  [
    `photo of ${triggerWord} ${noun}`,
    VIEWS[group % VIEWS.length],
    ...(complaint ? [ANSWERS[complaint]] : []),
    style,
    LOOK,
  ].join(', ');
