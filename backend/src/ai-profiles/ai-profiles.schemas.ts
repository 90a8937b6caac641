import { z } from 'zod';
import { facts } from '../facts/index.js';
import { PHOTO_DOUBTS, PHOTO_REASONS, SET_ADVICE, UNUSED_REASONS } from '../integrations/portrait-engine/index.js';
import { CONSENT_VERSION_LENGTH } from '../privacy/index.js';
import { displayText } from '../platform/http/index.js';
import { PROFILE_FAILURES, PROFILE_STATUSES } from './ai-profile.entity.js';
import { PHOTO_CHOICES } from './trained-photos.js';

const name = displayText(facts.profile.nameMax);
const gender = z.enum(['male', 'female']);

/** What is attested is said here, word for word, to developers of partners: a new text is a new `facts.consents.personPictured`. */
export const Attestation = z
  .discriminatedUnion('subject', [
    z.strictObject({
      subject: z
        .literal('self')
        .describe(
          'The profile shows the owner of the account. Their consents are needed as in the app (`POST /api/v1/consents`).',
        ),
    }),
    z.strictObject({
      subject: z.literal('other').describe('The profile shows somebody else.'),
      consentConfirmed: z
        .literal(true)
        .describe(
          `Confirms that the person pictured is at least ${facts.account.minimumAge} years old and has explicitly consented to the processing of their facial images for these portraits, to what is kept of them until the profile is deleted (with the operator's own engine cutouts, points of the face, skin tone and likeness vectors; with a hosted one the trained model and likeness vectors), by the operator and everybody who receives them here (\`facial_images.recipients\` of \`GET /api/v1/consents/current\`), and that you can prove it. When they withdraw, delete the profile. When this text or the recipients change, uploads and trainings of the profile answer \`attestation_required\` until it is attested anew.`,
        ),
      version: z
        .string()
        .max(CONSENT_VERSION_LENGTH)
        .optional()
        .describe(
          '`facial_images.attestationVersion` as the person was told of it; `conflict` when it is another one by now. Without it the current one is attested.',
        ),
    }),
  ])
  .meta({
    id: 'Attestation',
    description:
      'Whom the profile shows. Needed with every API key; it takes the place of the dialogue in which the app asks its customers.',
  });

export const CreateAiProfileBody = z
  .strictObject({
    name: name.nullable().default(null),
    gender: gender.default('male'),
    attestation: Attestation.optional(),
  })
  .meta({ id: 'CreateAiProfileBody' });
export const UpdateAiProfileBody = z
  .strictObject({
    name: name.optional(),
    gender: gender.optional(),
    attestation: Attestation.optional().describe('Before the training, and once.'),
  })
  .meta({ id: 'UpdateAiProfileBody' });

const setAdvice = z
  .array(z.enum(SET_ADVICE))
  .describe('What would make the photos better as a set; nothing of it is needed to train.');

export const PhotoView = z
  .object({
    id: z.uuid(),
    url: z.string().describe('Signed link, valid for at most 3600 s and at least 3300 s, for the owner only.'),
    width: z.int(),
    height: z.int(),
    quality: z.number().min(0).max(1),
    setAside: z
      .enum(['other_person', 'surplus'])
      .nullable()
      .describe(
        `Why the photo does not count: it shows another person than most, or is newer than ${facts.photos.max} that count. Such photos take none of the ${facts.photos.max} places, and training does not see them.`,
      ),
    doubt: z
      .enum(PHOTO_DOUBTS)
      .nullable()
      .describe(
        'Why no portrait will be made of this accepted photo while there are better ones: the person cannot be told from what is behind (`outline_unclear`), hair or shoulders are missing (`too_close`), eyes and mouth make it one nobody wants (`expression`), the face is so small that portraits of it are less than 600 pixels wide (`small`), or both cheeks are held by hands (`hands`). Null where nothing speaks against it.',
      ),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Photo' });

export const REJECTION_REASONS = [...PHOTO_REASONS, 'duplicate'] as const;
export const PhotoVerdict = z
  .object({
    accepted: z.boolean(),
    photo: PhotoView.nullable(),
    reason: z.enum(REJECTION_REASONS).nullable().describe('Why the photo was not accepted.'),
    duplicateOf: z.uuid().nullable(),
    advice: z.array(z.enum(['near_duplicate', 'low_quality'])),
    count: z.int().describe('Photos of the profile that count, after this upload.'),
    setAdvice,
  })
  .meta({ id: 'PhotoVerdict' });

const PhotoUseReason = z.enum([...UNUSED_REASONS, 'surplus']).meta({
  id: 'PhotoUseReason',
  description:
    'Why no portraits are made of a photo, or only for want of better ones. It shows somebody else (`other_person`) or no face (`no_face`); the person cannot be told from what is behind (`outline_unclear`); hair or shoulders are missing (`too_close`); eyes or mouth (`expression`); its face is small (`small`) or held by hands (`hands`); it is not in colour (`black_and_white`); the light comes from behind (`light_behind`) or is too unlike that of the others (`light_differs`); it is nearly the same as a better one (`near_duplicate`); better ones were enough (`enough_better`); more photos than count (`surplus`). Clients must accept unknown ones.',
  'x-open-enum': true,
});

const photoChoice = z.enum(PHOTO_CHOICES);
const CHOICE =
  'As the engine decides (`auto`), first and more often than the others (`prefer`), or in no portrait (`exclude`).';

export const TrainedPhotoView = z
  .object({
    id: z.uuid().describe('The id of the uploaded photo, which itself is deleted.'),
    number: z.int().describe('Its place among the uploaded photos, from 1.'),
    used: z.boolean().describe('Whether the training made it a source of portraits.'),
    reason: PhotoUseReason.nullable().describe(
      'Why it is not used, or, for one that is, why only for want of better ones. Null for a good one.',
    ),
    choice: photoChoice.nullable().describe(`What the owner wants of it. ${CHOICE} Null for a photo that is not used.`),
    pictureUrl: z
      .string()
      .nullable()
      .describe(
        'Signed link to a small picture of what the profile keeps of it, for the owner only; null for a photo that is not used, of which nothing is kept.',
      ),
  })
  .meta({ id: 'TrainedPhoto' });

export const ChoosePhotoBody = z.strictObject({ choice: photoChoice.describe(CHOICE) }).meta({ id: 'ChoosePhotoBody' });

export const AiProfileView = z
  .object({
    id: z.uuid(),
    name: z.string().nullable(),
    gender,
    attestation: z
      .object({
        subject: z.enum(['self', 'other']),
        attestedAt: z.iso.datetime(),
        version: z
          .string()
          .nullable()
          .describe('What was attested of somebody else; null of the owner. Compare `GET /api/v1/consents/current`.'),
      })
      .nullable()
      .describe('Whom the profile shows, where that was attested.'),
    status: z.enum(PROFILE_STATUSES),
    createdAt: z.iso.datetime(),
    trainingStartedAt: z.iso.datetime().nullable(),
    readyAt: z.iso.datetime().nullable(),
    failure: z
      .object({
        reason: z.enum(PROFILE_FAILURES),
        attemptsLeft: z.int().describe('Free retries left.'),
        retryUntil: z.iso.datetime().nullable(),
      })
      .nullable(),
    progress: z
      .object({
        stage: z.enum(['queued', 'analysing', 'preparing', 'learning', 'rendering', 'finishing']),
        fraction: z.number().min(0).max(1),
      })
      .nullable(),
    estimateSeconds: z
      .int()
      .nullable()
      .describe('How long a training takes: half of the latest were done by then. Null while too few were measured.'),
    usualSeconds: z
      .int()
      .describe('After this many seconds a training takes longer than usual: 19 of 20 were done by then.'),
    photos: z.array(PhotoView),
    setAdvice,
    trainedPhotos: z
      .array(TrainedPhotoView)
      .nullable()
      .describe(
        'What the training made of each photo: the used ones first, the one taken most often before the others. Null before the training, with the hosted engine, and for profiles trained before this was kept.',
      ),
    photosNeeded: z.int().describe('How many more photos training needs.'),
    previewUrl: z.string().nullable(),
    offersRetouch: z
      .boolean()
      .describe(
        'Whether a run of this profile can choose its `retouch`; false until it is ready, with a hosted engine, and for profiles trained before there was the choice.',
      ),
  })
  .meta({ id: 'AiProfile' });
export const AiProfileList = z.object({ items: z.array(AiProfileView) }).meta({ id: 'AiProfileList' });
