import { z } from 'zod';

/** What a profile trained at the provider consists of here. Plain JSON; holds likeness vectors: biometric data. */
const descriptorSchema = z.object({
  engine: z.literal('replicate'),
  version: z.literal(1),
  model: z.object({ owner: z.string().min(1), name: z.string().min(1) }),
  /** Id of the trained version of that model. */
  trained: z.string().min(1),
  /** The word that stands for the person in prompts, and what kind of person it is. */
  triggerWord: z.string().min(1),
  noun: z.enum(['woman', 'man']),
  /** Likeness vectors of the person's photos, base64 of little-endian float32; none where likeness is switched off. */
  references: z.array(z.string()),
});

export type ReplicateDescriptor = z.infer<typeof descriptorSchema>;

/** Checks a stored descriptor. @throws ZodError when it is not one of this engine and version. */
export const readDescriptor = (value: unknown): ReplicateDescriptor => descriptorSchema.parse(value);
