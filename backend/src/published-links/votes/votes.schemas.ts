import { z } from 'zod';
import { facts } from '../../facts/index.js';

const { least, most, pixels, resultDays } = facts.votes;
const at = z.iso.datetime();
const Token = z.string().regex(/^[\w-]{20,64}$/);
const Voter = z.uuid().describe('A random number that the browser makes up for itself; it is stored as a digest only.');
const Number = z.int().min(1).max(most);

export const StartVoteBody = z
  .strictObject({
    portraitIds: z.array(z.uuid()).min(least).max(most).describe('Own portraits, each once; of any runs.'),
    personAgrees: z
      .boolean()
      .default(false)
      .describe('That the person pictured agrees: needed for portraits of somebody else’s face.'),
  })
  .meta({ id: 'StartVoteBody' });
export type StartVoteBody = z.infer<typeof StartVoteBody>;

export const OwnVote = z
  .object({
    id: z.uuid(),
    open: z.boolean(),
    createdAt: at,
    endsAt: at,
    choices: z.array(
      z.object({
        number: Number,
        portraitId: z.uuid(),
        generationId: z.uuid(),
        votes: z.int().min(0),
        previewUrl: z.string().nullable().describe('Small WebP, signed, for the owner only; null once it is gone.'),
      }),
    ),
  })
  .meta({ id: 'OwnVote' });
export type OwnVote = z.infer<typeof OwnVote>;

export const OwnVotes = z
  .object({ items: z.array(OwnVote).describe(`Open ones, and results for ${resultDays} days.`) })
  .meta({ id: 'OwnVotes' });

export const StartedVote = z
  .object({
    vote: OwnVote,
    token: z.string().describe('What the link ends in. Told once; only its digest is stored.'),
  })
  .meta({ id: 'StartedVote' });

export const OpenVoteBody = z
  .strictObject({
    token: Token,
    voter: Voter.nullable().default(null).describe('The number of a browser that has chosen.'),
  })
  .meta({ id: 'OpenVoteBody' });
export const BallotBody = z.strictObject({ token: Token, voter: Voter, number: Number }).meta({ id: 'BallotBody' });

export const OpenVote = z
  .object({
    endsAt: at,
    choices: z.array(
      z.object({
        number: Number,
        picture: z
          .string()
          .nullable()
          .describe(`A marked WebP of at most ${pixels} px as a data URL; null until it is made, within seconds.`),
      }),
    ),
    chosen: Number.nullable().describe('What this browser has chosen.'),
  })
  .meta({ id: 'OpenVote' });
export type OpenVote = z.infer<typeof OpenVote>;
