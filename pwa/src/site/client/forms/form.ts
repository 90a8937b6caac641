import { BildnisError } from '@bildnis/sdk';
import type { Schemas } from '~/lib/api';
import { formatDate, formatTime } from '~/lib/formats';
import { failureText, showStage } from './page';
import { copyOf } from '../template';

/** What stands in the fields, by their names, without the spaces around it. */
export type Input = Record<string, string>;

export interface FormRules {
  /** Under what this tab keeps what was typed until it was received. */
  keptAs: string;
  /** The fields that cannot be sent as they are, and why; `false` for the others. */
  check(input: Input): Record<string, 'missing' | 'wrong' | false>;
  send(input: Input): Promise<Schemas['DeclarationReceipt']>;
  /** Follows what was put in, also by a reload. */
  onChange?(input: Input): void;
  /** Is told which fields the server refuses, before that is said. */
  onRefused?(paths: readonly string[]): void;
}

/** After which an answer that is waited for takes long, in milliseconds. */
const LONG = 5_000;

type Control = HTMLInputElement | HTMLTextAreaElement;

/** What is put into a form. */
export const inputOf = (form: HTMLFormElement): Input =>
  Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value.trim() : '']),
  );

/** Writes into a field, as if it had been typed. */
export function writeInto(form: HTMLFormElement, name: string, value: string): void {
  const control = form.elements.namedItem(name) as Control | RadioNodeList | null;
  if (!control || control.value === value) return;
  control.value = value;
  const changed = control instanceof RadioNodeList ? (control[0] as HTMLElement) : control;
  changed.dispatchEvent(new Event('input', { bubbles: true }));
}

/** What a field says of itself that it was filled in from the account. */
const introducedAs = (form: HTMLFormElement, name: string): string | undefined =>
  form.querySelector<HTMLElement>(`[name='${name}']`)?.dataset.introduced;

/** Brings a form to life: what was typed outlives a reload, an error stands at its field, nothing is sent twice, and a receipt takes its place. */
export function startForm(page: HTMLElement, rules: FormRules): void {
  const form = page.querySelector('form')!;
  const button = form.querySelector<HTMLButtonElement>('[type=submit]')!;
  const follow = () => rules.onChange?.(inputOf(form));
  restore(form, rules.keptAs);
  follow();
  addEventListener('pageshow', follow);
  form.addEventListener('input', ({ target }) => {
    keep(form, rules.keptAs);
    clearError((target as HTMLElement).closest<HTMLElement>('[data-field]'));
    follow();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!button.dataset.pending && !button.disabled) void submit(page, form, button, rules);
  });
  button.disabled = false;
}

async function submit(page: HTMLElement, form: HTMLFormElement, button: HTMLButtonElement, rules: FormRules) {
  const input = inputOf(form);
  const failure = form.querySelector('[data-failure]')!;
  failure.replaceChildren();
  showErrors(form, rules.check(input));
  if (focusFirstError(form)) return;
  const end = showPending(form, button);
  try {
    const { number, receivedAt } = await rules.send(input);
    forget(rules.keptAs);
    end();
    showStage(page, 'receipt', {
      number,
      date: formatDate(receivedAt),
      time: formatTime(receivedAt),
      email: input.email ?? '',
    });
  } catch (error) {
    end();
    const paths = error instanceof BildnisError ? error.fields.map(({ path }) => path) : [];
    rules.onRefused?.(paths);
    showErrors(form, Object.fromEntries(paths.map((path) => [path, 'wrong'])));
    if (!focusFirstError(form))
      failure.replaceChildren(copyOf(form, '[data-failed]', { error: failureText(page, error) }));
  }
}

/** Says that it is being sent, and after a while that nothing is lost. @returns ends that */
function showPending(form: HTMLFormElement, button: HTMLButtonElement): () => void {
  const label = button.textContent;
  const long = form.querySelector('[data-long]')!;
  button.dataset.pending = 'true';
  button.setAttribute('aria-disabled', 'true');
  button.textContent = button.dataset.sending ?? label;
  const unlock = lock(form);
  const timer = setTimeout(() => long.replaceChildren(copyOf(form, '[data-takes-long]')), LONG);
  return () => {
    clearTimeout(timer);
    unlock();
    long.replaceChildren();
    delete button.dataset.pending;
    button.removeAttribute('aria-disabled');
    button.textContent = label;
  };
}

/** What knows no `readOnly`. */
const CHOICES = '[type=radio], [type=checkbox], [type=file], select, label';

/** Keys that choose. */
const CHOOSING = /^(?: |Enter|Arrow\w+|Home|End|.)$/;

/** Keeps what is being sent from being changed meanwhile, as a change would be lost; the focus stays where it is. @returns ends that */
function lock(form: HTMLFormElement): () => void {
  const texts = [...form.querySelectorAll<Control>('input, textarea')].filter((control) => !control.readOnly);
  for (const text of texts) text.readOnly = true;
  const stop = (event: Event) => {
    if (event instanceof KeyboardEvent && (event.ctrlKey || event.metaKey || event.altKey || !CHOOSING.test(event.key)))
      return;
    if (!(event.target as Element).closest(CHOICES)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const kinds = ['click', 'mousedown', 'keydown', 'dragover', 'drop'];
  for (const kind of kinds) form.addEventListener(kind, stop, true);
  return () => {
    for (const text of texts) text.readOnly = false;
    for (const kind of kinds) form.removeEventListener(kind, stop, true);
  };
}

/** The parts of a field that say that something is wrong with it. */
const partsOf = (field: HTMLElement) => ({
  said: field.querySelector<HTMLElement>('[data-error]')!,
  control: field.hasAttribute('role') ? field : field.querySelector<HTMLElement>('input, textarea')!,
});

function clearError(field: HTMLElement | null): void {
  if (!field) return;
  const { said, control } = partsOf(field);
  said.textContent = '';
  control.removeAttribute('aria-invalid');
  delete field.dataset.invalid;
}

function showErrors(form: HTMLFormElement, wrong: Record<string, 'missing' | 'wrong' | false>): void {
  for (const field of form.querySelectorAll<HTMLElement>('[data-field]')) {
    clearError(field);
    const { said, control } = partsOf(field);
    const why = wrong[field.dataset.field ?? ''];
    const text = why && said.dataset[why];
    if (!text || field.hidden) continue;
    said.textContent = text;
    field.dataset.invalid = 'true';
    control.setAttribute('aria-invalid', 'true');
  }
}

/** The keyboard goes to the first field with an error: of a group of choices to its first one. @returns whether there is one */
function focusFirstError(form: HTMLFormElement): boolean {
  const field = form.querySelector<HTMLElement>('[data-field][data-invalid]');
  if (!field) return false;
  (field.tabIndex === -1 && field.hasAttribute('tabindex')
    ? field
    : field.querySelector<HTMLElement>('input, textarea')
  )?.focus();
  return true;
}

function restore(form: HTMLFormElement, keptAs: string): void {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keptAs) ?? '{}') as Record<string, unknown>;
    for (const [name, value] of Object.entries(kept))
      if (typeof value === 'string' && isUntouched(form, name)) writeInto(form, name, value);
  } catch {
    // begun anew
  }
}

/** Whether nobody has written there since the page came: its script may come late. */
function isUntouched(form: HTMLFormElement, name: string): boolean {
  const control = form.elements.namedItem(name);
  if (control instanceof RadioNodeList) return [...control].every((each) => each.checked === each.defaultChecked);
  return (control as Control | null)?.value === (control as Control | null)?.defaultValue;
}

/** What is the account's own comes from there again, and must not outlive its session. */
function keep(form: HTMLFormElement, keptAs: string): void {
  try {
    const typed = Object.entries(inputOf(form)).filter(([name, value]) => introducedAs(form, name) !== value);
    sessionStorage.setItem(keptAs, JSON.stringify(Object.fromEntries(typed)));
  } catch {
    // typed again after a reload
  }
}

function forget(keptAs: string): void {
  try {
    sessionStorage.removeItem(keptAs);
  } catch {
    // nothing was kept
  }
}
