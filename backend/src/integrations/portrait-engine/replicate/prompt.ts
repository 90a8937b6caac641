import type { ReplicateDescriptor } from './descriptor.js';

/** Two views of a person, so that the two halves of a run differ in more than chance. */
const VIEWS = [
  'head and shoulders, facing the camera, friendly confident expression',
  'upper body turned slightly to the side, face towards the camera, relaxed natural smile',
] as const;

/** What every portrait has in common. Guidance is low: «lower = more realistic». */
const LOOK = 'professional business portrait photograph, 85mm lens, eyes in focus, natural skin texture, one person';

/** @param group which prediction of the run it is for */
export const promptFor = (
  { triggerWord, noun }: Pick<ReplicateDescriptor, 'triggerWord' | 'noun'>,
  style: string,
  group: number,
): string => `photo of ${triggerWord} ${noun}, ${VIEWS[group % VIEWS.length]}, ${style}, ${LOOK}`;
