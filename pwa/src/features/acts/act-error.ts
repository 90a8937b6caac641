import { errorText } from '~/lib/api';
import { text } from '~/lib/i18n';

/** What went wrong on the device or on the server. */
export function actErrorText(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return text('acts.passkey.known');
  if (name === 'NotAllowedError' || name === 'AbortError') return text('acts.passkey.cancelled');
  return errorText(error);
}
