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
    styles: z
      .array(Work.extend({ styleId: z.uuid(), style: z.string() }))
      .describe('Runs by style, the most frequent first.'),
    backup: z
      .object({
        finishedAt: z.iso.datetime(),
        bytes: z.int().describe('Of the dump of the database, encrypted.'),
        isChecked: z.boolean().describe('Whether it was restored and its books were right.'),
      })
      .nullable()
      .describe('The newest; null before the first.'),
    isBackedUp: z.boolean().describe('Whether backups are configured.'),
    creditsReturned: z.int().describe('For runs and trainings that failed or were called off.'),
    paidRappen: rappen,
    returnedRappen: rappen,
  })
  .describe('What happened within 24 hours, and what is so now.')
  .meta({ id: 'AdminOperations' });
export type AdminOperations = z.infer<typeof AdminOperations>;
