import { z } from 'zod';
import { displayText } from '../../platform/http/index.js';
import { SessionKind } from '../login/sign-in.schemas.js';

const base64url = z
  .string()
  .max(16_000)
  .regex(/^[A-Za-z0-9_-]*={0,2}$/);
const extensions = z.record(z.string().max(100), z.unknown()).default({});

/** What `navigator.credentials.create()` gives, as JSON (WebAuthn level 3, RegistrationResponseJSON). */
export const RegistrationResponse = z
  .object({
    id: base64url,
    rawId: base64url,
    type: z.literal('public-key'),
    authenticatorAttachment: z.string().max(40).optional(),
    clientExtensionResults: extensions,
    response: z.object({
      clientDataJSON: base64url,
      attestationObject: base64url,
      transports: z.array(z.string().max(20)).max(10).optional(),
    }),
  })
  .meta({ id: 'PasskeyRegistrationResponse' });

/** What `navigator.credentials.get()` gives, as JSON (AuthenticationResponseJSON). */
export const AuthenticationResponse = z
  .object({
    id: base64url,
    rawId: base64url,
    type: z.literal('public-key'),
    authenticatorAttachment: z.string().max(40).optional(),
    clientExtensionResults: extensions,
    response: z.object({
      clientDataJSON: base64url,
      authenticatorData: base64url,
      signature: base64url,
      userHandle: base64url.nullish(),
    }),
  })
  .meta({ id: 'PasskeyAuthenticationResponse' });

export const PasskeyOptions = z
  .object({
    challengeId: z.uuid(),
    options: z.record(z.string(), z.unknown()).describe('For `navigator.credentials`, as JSON.'),
  })
  .meta({ id: 'PasskeyOptions' });

export const PasskeyName = displayText(60);
export const AddPasskeyBody = z
  .strictObject({ challengeId: z.uuid(), name: PasskeyName, response: RegistrationResponse })
  .meta({ id: 'AddPasskeyBody' });
export const RenamePasskeyBody = z.strictObject({ name: PasskeyName }).meta({ id: 'RenamePasskeyBody' });
export const PasskeySignInBody = z
  .strictObject({ challengeId: z.uuid(), response: AuthenticationResponse, session: SessionKind })
  .meta({ id: 'PasskeySignInBody' });
export const PasskeyProofBody = z
  .strictObject({ challengeId: z.uuid(), response: AuthenticationResponse })
  .meta({ id: 'PasskeyProofBody' });

export const PasskeyView = z
  .object({
    id: z.uuid(),
    name: z.string(),
    backedUp: z.boolean().describe('Synchronised between the owner’s devices.'),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Passkey' });
