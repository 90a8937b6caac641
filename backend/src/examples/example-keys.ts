import { facts } from '../facts/index.js';

export type ExampleWidth = (typeof facts.examples.widths)[number];

/** Where the pictures of an example lie. */
export const examplePrefix = (exampleId: string) => `examples/${exampleId}/`;
/** What was uploaded for it, until its copies are made. */
export const uploadKey = (exampleId: string, pictureId: string) => `${examplePrefix(exampleId)}${pictureId}.jpg`;
export const pictureKey = (exampleId: string, pictureId: string, width: ExampleWidth) =>
  `${examplePrefix(exampleId)}${pictureId}-${width}.webp`;
