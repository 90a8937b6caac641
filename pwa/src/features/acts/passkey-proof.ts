import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { api, type Schemas } from '~/lib/api';

/** Proves with one of the account's passkeys who is sitting here. @throws BildnisError, or the browser's error when the person or the device declines */
export async function proveWithPasskey(): Promise<void> {
  const { challengeId, options } = await api.beginPasskeyProof();
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const response = await startAuthentication({
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
  });
  await api.provePasskey({ body: { challengeId, response } as unknown as Schemas['PasskeyProofBody'] });
}
