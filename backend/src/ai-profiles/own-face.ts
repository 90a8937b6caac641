import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { z } from 'zod';
import { showAnotherPerson } from '../integrations/portrait-engine/index.js';
import { AppError } from '../platform/errors/index.js';
import type { AiProfile } from './ai-profile.entity.js';
import { db } from './ai-profiles.tables.js';
import { ReferencePhoto } from './reference-photo.entity.js';

const References = z.array(z.string()).catch([]);

/**
 * A draft of the wizard rests on «the photos show only me». Where it clearly shows somebody else than the customer's trained profiles,
 * its owner says whom (docs/decisions/0017-who-works-for-others-attests.md).
 * @throws AppError `attestation_required`
 */
export async function assertOwnFace(em: EntityManager, { id, userId, attestedSubject }: AiProfile): Promise<void> {
  if (attestedSubject) return;
  const known = await db(em)
    .selectFrom('trained_model as m')
    .innerJoin('ai_profile as p', 'p.id', 'm.profile_id')
    .select(sql`m.descriptor -> 'references'`.as('references'))
    .where('p.user_id', '=', userId)
    .where('p.id', '<>', id)
    .where(({ eb, or }) => or([eb('p.attested_subject', 'is', null), eb('p.attested_subject', '=', 'self')]))
    .execute();
  if (known.length === 0) return;
  const photos = await em.find(ReferencePhoto, { profileId: id, setAside: null }, { fields: ['analysis'] });
  const vectors = photos.map(({ analysis }) => analysis.embedding);
  if (known.every(({ references }) => showAnotherPerson(vectors, References.parse(references)))) {
    throw new AppError('attestation_required', {
      fields: [
        {
          path: 'attestation',
          code: 'required',
          message: 'the photos show somebody else than the other profiles: say whom',
        },
      ],
    });
  }
}
