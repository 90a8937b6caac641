import type { Schemas } from '~/lib/api';
import { isMarkedSignedIn } from '~/lib/session/signed-in-mark';
import { api } from '../api';

/** Who is signed in, where the browser knows of a session; null for everybody else, and where that cannot be found out. */
export const findMember = async (): Promise<Schemas['Me'] | null> =>
  isMarkedSignedIn() ? api.getMe().catch(() => null) : null;

/** A user who is signed in need not write who they are; what was typed stays. Nobody after them sees it. */
export function introduce(form: HTMLFormElement, member: Schemas['Me']): void {
  for (const [name, value] of [
    ['name', member.displayName ?? ''],
    ['email', member.email],
  ] as const) {
    const control = form.elements.namedItem(name);
    if (!(control instanceof HTMLInputElement) || control.value !== '') continue;
    control.value = value;
    control.dataset.introduced = value;
  }
  const withdraw = () => !isMarkedSignedIn() && forgetMember(form);
  new BroadcastChannel('bildnis.session').addEventListener('message', withdraw);
  addEventListener('pageshow', withdraw);
}

function forgetMember(form: HTMLFormElement): void {
  for (const control of form.querySelectorAll<HTMLInputElement>('[data-introduced]')) {
    if (control.value === control.dataset.introduced) control.value = '';
    delete control.dataset.introduced;
  }
}
