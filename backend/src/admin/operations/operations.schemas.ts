import { z } from 'zod';
import { Work } from '../figures/figures.schemas.js';

const rappen = z.int();

export const AdminOperations = z
  .object({
    version: z.string().nullable().describe('What `BILDNIS_VERSION` says.'),
    services: z
      .array(z.object({ name: z.string(), isAway: z.boolean() }))
      .describe('Services that the API which answered needs, and whether it reaches them.'),
    connections: z
      .object({ used: z.int(), idle: z.int(), waiting: z.int() })
      .describe('Connections of the API which answered to the database, and requests that wait for one.'),
    emails: z.object({
      sent: z.int().describe('Taken by the mail server.'),
      open: z.int().describe('Begun, and not taken yet.'),
    }),
    trainings: Work,
    styles: z.array(Work.extend({ style: z.string() })).describe('Runs by style, the most frequent first.'),
    creditsReturned: z.int().describe('For runs and trainings that failed or were called off.'),
    paidRappen: rappen,
    returnedRappen: rappen,
  })
  .describe('What happened within 24 hours, and what is so now.')
  .meta({ id: 'AdminOperations' });
export type AdminOperations = z.infer<typeof AdminOperations>;
