import { resolve } from 'node:path';
import { z } from 'zod';

/** An operator's own network that cuts people out (docs/operations/matting.md). */
export interface MattingConfig {
  /** Path of its ONNX file. */
  model: string;
  /** Name or path of the package that runs it. */
  runtime: string;
  mean: Channels;
  deviation: Channels;
  logits: boolean;
}

/** Red, green and blue. */
type Channels = [number, number, number];

/** One number for all channels, or three. */
const channels = z
  .string()
  .regex(/^-?[\d.]+(?:,-?[\d.]+,-?[\d.]+)?$/, 'one number, or three for red, green and blue (0.485,0.456,0.406)')
  .transform((text): Channels => {
    const [red, green, blue] = text.split(',').map(Number) as [number, number?, number?];
    return [red, green ?? red, blue ?? red];
  })
  .refine((values) => values.every(Number.isFinite), 'not a number');

export const mattingVariables = {
  STUDIO_MATTE_MODEL: z.string().min(1).optional(),
  /** What is taken from each channel (0 to 1), and what it is divided by then: as the network was trained. */
  STUDIO_MATTE_MEAN: channels.default([0.5, 0.5, 0.5]),
  STUDIO_MATTE_DEVIATION: channels
    .refine((values) => values.every((value) => value > 0), 'above 0')
    .default([0.5, 0.5, 0.5]),
  /** Whether it answers with probabilities, or with what the logistic function makes one of. */
  STUDIO_MATTE_OUTPUT: z.enum(['probability', 'logits']).default('probability'),
  STUDIO_MATTE_RUNTIME: z.string().min(1).default('onnxruntime-web'),
};
const Variables = z.object(mattingVariables);

/** @returns null where the built-in mask is used */
export function readMatting(value: z.infer<typeof Variables>): MattingConfig | null {
  if (!value.STUDIO_MATTE_MODEL) return null;
  return {
    model: resolve(value.STUDIO_MATTE_MODEL),
    runtime: value.STUDIO_MATTE_RUNTIME,
    mean: value.STUDIO_MATTE_MEAN,
    deviation: value.STUDIO_MATTE_DEVIATION,
    logits: value.STUDIO_MATTE_OUTPUT === 'logits',
  };
}
