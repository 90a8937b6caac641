import { z } from 'zod';
import { Email } from '../../identity/index.js';
import { EXPORT_STATUSES } from './data-export.entity.js';

export const DataExportView = z
  .object({
    id: z.uuid(),
    status: z.enum(EXPORT_STATUSES),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().nullable(),
    bytes: z.int().nullable(),
    url: z.string().nullable().describe('A link for the signed-in owner, while the file is there.'),
  })
  .meta({ id: 'DataExport' });
export const DataExportList = z.object({ items: z.array(DataExportView) }).meta({ id: 'DataExportList' });

export const DeletionPreview = z
  .object({
    profiles: z.int(),
    generations: z.int(),
    portraits: z.int(),
    credits: z.int(),
    hasActiveSubscription: z.boolean(),
    runsUnderWay: z.int().describe('Generations that would be called off; their credits go with the account.'),
    owedCredits: z
      .int()
      .describe('Credits owed after a refund or chargeback: they pass to the next account under the same address.'),
    keepsAddressHash: z
      .boolean()
      .describe(
        'Whether a keyed hash of the address stays, because credits are owed or a payment can still be charged back.',
      ),
  })
  .meta({ id: 'DeletionPreview', description: 'What deleting the account would take away.' });
export const DeleteAccountBody = z
  .strictObject({ confirmEmail: Email.describe('The address of the account, typed again.') })
  .meta({ id: 'DeleteAccountBody' });
export const DeletionReceipt = z
  .object({ id: z.uuid(), deletedAt: z.iso.datetime(), profiles: z.int(), generations: z.int(), portraits: z.int() })
  .meta({ id: 'DeletionReceipt' });
