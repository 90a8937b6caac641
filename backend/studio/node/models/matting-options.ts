/** The operator's own network in place of the built-in person mask, and how it wants to be asked (docs/operations/matting.md). */
export interface MattingOptions {
  /** Path of the ONNX file. */
  model: string;
  /** Name or path of the package that runs it: onnxruntime's interface for JavaScript. */
  runtime: string;
  /** What is taken from the channels (0 to 1, RGB), and what they are divided by then. */
  mean: readonly [number, number, number];
  deviation: readonly [number, number, number];
  /** Whether the output still has to go through the logistic function to become a probability. */
  logits: boolean;
}

/** The network cannot be used; the message names its file and what was expected. */
export class UnfitNetwork extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnfitNetwork';
  }
}

/** Longest time of one look: the check of a photo needs two while somebody waits. */
const LONGEST_LOOK_MS = 10_000;

/** @throws UnfitNetwork where nobody would wait for it */
export function requireFast({ model }: MattingOptions, lookMs: number): void {
  if (lookMs > LONGEST_LOOK_MS)
    throw new UnfitNetwork(
      `${model} took ${Math.round(lookMs / 1000)} s for a single picture; at most ${LONGEST_LOOK_MS / 1000} s are allowed`,
    );
}

/** How often a photo is looked at: as it is, and mirrored. */
const LOOKS = 2;

/** Photos are checked side by side, and a busy machine is slower than it was at the start. */
const MARGIN = 3;

/** How much longer work on some photos may take with a network of which one look takes `lookMs`. */
export const extraTimeMs = (lookMs: number, photos: number): number => MARGIN * LOOKS * lookMs * photos;
