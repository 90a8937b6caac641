import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { api } from '~/lib/api';
import type { Me } from '~/lib/session';

/** Whether this browser knows passkeys at all. */
export const knowsPasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/** The device's own dialogue was closed, or nobody answered it. */
export class PasskeyDismissed extends Error {}

/**
 * Signs in with a passkey of this device, of a phone nearby or of a security key.
 * @throws PasskeyDismissed, BildnisError
 */
export async function signInWithPasskey(): Promise<Me> {
  // The library comes with the first press: most visits never need it.
  const [{ startAuthentication }, { challengeId, options }] = await Promise.all([
    import('@simplewebauthn/browser'),
    api.beginPasskeySignIn(),
  ]);
  // The options are the browser's business; the contract leaves them open.
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const response = await startAuthentication({ optionsJSON }).catch((error: unknown) => {
    throw error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)
      ? new PasskeyDismissed()
      : error;
  });
  const clientExtensionResults = { ...response.clientExtensionResults };
  const { user } = await api.signInWithPasskey({
    body: { challengeId, response: { ...response, clientExtensionResults }, session: 'cookie' },
  });
  return user;
}
