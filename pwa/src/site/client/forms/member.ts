import type { Schemas } from '~/lib/api';
import { isMarkedSignedIn } from '~/lib/session/signed-in-mark';
import { api } from '../api';

type Member = Schemas['Me'];

/** What a form knows of the customer who is signed in: nothing of it outlives the session. */
export interface MemberRules {
  /** Shows what only this customer sees. @param isOver whether the session has ended meanwhile */
  welcome?(isOver: () => boolean): void;
  /** Takes it away again. */
  forget?(): void;
}

/**
 * Writes who is signed in into empty fields, where the browser knows of a session: they need not write it. With the end of the session, also
 * in another tab or while the page lay in the browser's memory, it goes.
 */
export function followMember(form: HTMLFormElement, { welcome, forget }: MemberRules = {}): void {
  let turn = 0;
  const channel = new BroadcastChannel('bildnis.session');
  const refresh = async () => {
    // A receipt has taken its place: there is nothing to fill in any more.
    if (!form.isConnected) return channel.close();
    const own = (turn += 1);
    forgetMember(form);
    forget?.();
    const member = isMarkedSignedIn() ? await api.getMe().catch(() => null) : null;
    if (!member || own !== turn) return;
    introduce(form, member);
    welcome?.(() => own !== turn);
  };
  channel.addEventListener('message', () => void refresh());
  addEventListener('pageshow', ({ persisted }) => persisted && void refresh());
  void refresh();
}

function introduce(form: HTMLFormElement, member: Member): void {
  for (const [name, value] of [
    ['name', member.displayName ?? ''],
    ['email', member.email],
  ] as const) {
    const control = form.elements.namedItem(name);
    if (control instanceof HTMLInputElement && control.value === '') writeOwn(control, value);
  }
}

/** Writes something of the account into a field, and notes that it is from there. */
export function writeOwn(control: HTMLInputElement, value: string): void {
  control.dataset.introduced = value;
  control.value = value;
}

function forgetMember(form: HTMLFormElement): void {
  for (const control of form.querySelectorAll<HTMLInputElement>('[data-introduced]')) {
    if (control.value === control.dataset.introduced) control.value = '';
    delete control.dataset.introduced;
  }
}
