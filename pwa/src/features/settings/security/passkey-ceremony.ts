import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { api, type Schemas } from '~/lib/api';

/** Whether this browser knows passkeys at all. */
export const knowsPasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/** Creates a passkey on this device and hands it to the account. @throws BildnisError, or the browser's error when the person or the device declines */
export async function addPasskey(begun: Schemas['PasskeyOptions'], name: string): Promise<void> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const response = await startRegistration({
    optionsJSON: begun.options as unknown as PublicKeyCredentialCreationOptionsJSON,
  });
  await api.addPasskey({
    body: { challengeId: begun.challengeId, name, response } as unknown as Schemas['AddPasskeyBody'],
  });
}
