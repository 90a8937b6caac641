import { z } from 'zod';

const point = z.tuple([z.number(), z.number()]);

/** One prepared cutout: a lossless RGBA picture plus what rendering must know of it. All lengths in its pixels. */
const cutoutSchema = z.object({
  artifact: z.string().min(1),
  /** The same person as the photo shows them, as a plain picture; none in profiles from before it was kept. */
  before: z.string().min(1).nullable().default(null),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  faceHeight: z.number().positive(),
  eye: point,
  /** Row of the highest hair. */
  headTop: z.number(),
  /** Columns of the outermost hair or ears to the left and right; none in profiles from before they were kept. */
  headSides: point.nullable().default(null),
  /** 468 mesh points, x y z in turn. */
  mesh: z.array(z.number()).length(468 * 3),
  cuts: z.array(point),
  /** Places where the person ends with the photo's lower edge; in profiles from before they were told apart, `cuts` has them. */
  below: z.array(point).default([]),
  /** Whether there are clothes above these places, and no bare skin or hair; false in profiles from before it was looked for. */
  endsInClothes: z.boolean().default(false),
  /** Mean colour of what is worn, 8-bit sRGB of the photo; none where too little shows, and in profiles from before it was kept. */
  clothes: z.tuple([z.number(), z.number(), z.number()]).nullable().default(null),
  /** Boxes (left, top, right, bottom) of small things on the clothes; none in profiles from before they were looked for. */
  pins: z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])).default([]),
  /** Usefulness 0..1, and undecided share of the matte. */
  quality: z.number(),
  uncertainty: z.number(),
  /** Pixels of the photo per pixel of the cutout; below 1 the source was enlarged. */
  scale: z.number().positive(),
  /** Whether the photo is in black and white: so are its portraits. */
  isGrey: z.boolean().default(false),
  /** How much brighter the right half of the face is than the left, in stops. */
  sideLight: z.number(),
  /** How much dimmer the face was than the person's well-lit ones, in stops: light from behind, which burns hair and jaw. */
  dimness: z.number().default(0),
  /** Whether the skin is evened out in the picture itself, as it was before each run chose that. */
  isRetouched: z.boolean().default(true),
});

/** What a trained profile consists of beside its pictures. Plain JSON; holds likeness vectors: biometric data. */
const descriptorSchema = z.object({
  engine: z.literal('studio'),
  version: z.literal(1),
  cutouts: z.array(cutoutSchema).min(1),
  /** Likeness vectors of the person's photos, base64 of little-endian float32; none where likeness is switched off. */
  references: z.array(z.string()),
  skin: z.object({ redGreen: z.number(), blueGreen: z.number(), luminance: z.number() }),
});

export type Cutout = z.infer<typeof cutoutSchema>;
export type StudioDescriptor = z.infer<typeof descriptorSchema>;

/** Checks a stored descriptor. @throws ZodError when it is not one of this engine and version. */
export const readDescriptor = (value: unknown): StudioDescriptor => descriptorSchema.parse(value);
