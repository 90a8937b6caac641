import type { Schemas } from '~/lib/api';
import { isMarkedSignedIn } from '~/lib/session/signed-in-mark';
import { api } from '../api';
import { inputOf, writeInto } from './form';

/** Who is signed in, where the browser knows of a session; null for everybody else, and where that cannot be found out. */
export const findMember = async (): Promise<Schemas['Me'] | null> =>
  isMarkedSignedIn() ? api.getMe().catch(() => null) : null;

/** A user who is signed in need not write who they are; what was typed stays. */
export function introduce(form: HTMLFormElement, member: Schemas['Me']): void {
  const input = inputOf(form);
  for (const [name, value] of [
    ['name', member.displayName ?? ''],
    ['email', member.email],
  ] as const)
    if (input[name] === '') writeInto(form, name, value);
}
