import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { api, errorText, type Schemas } from '~/lib/api';
import { text } from '~/lib/i18n';

/** Whether this browser knows passkeys at all. */
export const knowsPasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/** Creates a passkey on this device and hands it to the account. @throws BildnisError, or the browser's error when the person or the device declines */
export async function addPasskey(begun: Schemas['PasskeyOptions'], name: string): Promise<void> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const response = await startRegistration({ optionsJSON: begun.options as unknown as PublicKeyCredentialCreationOptionsJSON });
  await api.addPasskey({ body: { challengeId: begun.challengeId, name, response } as unknown as Schemas['AddPasskeyBody'] });
}

/** Proves with one of the account's passkeys who is sitting here. @throws like `addPasskey` */
export async function proveWithPasskey(): Promise<void> {
  const { challengeId, options } = await api.beginPasskeyProof();
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const response = await startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON });
  await api.provePasskey({ body: { challengeId, response } as unknown as Schemas['PasskeyProofBody'] });
}

/** What went wrong on the device or on the server. */
export function actErrorText(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return text('settings.passkeys.known');
  if (name === 'NotAllowedError' || name === 'AbortError') return text('settings.passkeys.cancelled');
  return errorText(error);
}
