import { BildnisError } from '@bildnis/sdk';
import type { Schemas } from '~/lib/api';
import { TAB_DECLARATIONS } from '~/lib/device/names';
import { isEmail } from '~/lib/email';
import { formatDate, formatTime } from '~/lib/formats';
import { forgetLinkToken, keepLinkToken, linkToken } from '~/lib/link-token';
import { api } from '../api';
import { startForm, writeInto, inputOf } from './form';
import { followMember } from './member';
import { failureText, showStage } from './page';
import { startPicture, type Outcome } from './picture';
import { written } from '../template';

type Body = Schemas['MisuseReportBody'];

const isWebAddress = (link: string): boolean =>
  URL.canParse(link) && ['http:', 'https:'].includes(new URL(link).protocol);

/** The token of the email's link goes into this tab and out of the address at once: addresses end up in logs and histories. */
function takeToken(): string | null {
  const address = new URL(location.href);
  const token = address.searchParams.get('token');
  if (token) {
    address.searchParams.delete('token');
    history.replaceState(history.state, '', address);
    keepLinkToken('misuse', token);
  }
  return token ?? linkToken('misuse');
}

export function startMisuse(page: HTMLElement): void {
  const token = takeToken();
  if (token) void confirm(page, token);
  else startReport(page);
}

async function comparePicture(file: File, signal: AbortSignal): Promise<Outcome> {
  const { evidence, reason } = await api.uploads.misusePicture({ file, signal });
  if (evidence) return { state: 'compared', evidence };
  return { state: reason === 'damaged' || reason === 'too_many_pixels' ? reason : 'unreadable' };
}

function startReport(page: HTMLElement): void {
  const form = page.querySelector('form')!;
  const button = form.querySelector<HTMLButtonElement>('[type=submit]')!;
  const keepEvidence = (name: string, evidence: string) => {
    writeInto(form, 'pictureName', name);
    writeInto(form, 'evidence', evidence);
  };
  startForm(page, {
    keptAs: TAB_DECLARATIONS.misuse,
    check: ({ evidence, link = '', reason, statement, email }) => ({
      evidence: !evidence && !link && 'missing',
      link: link !== '' && !isWebAddress(link) && 'wrong',
      reason: !reason && 'missing',
      statement: reason === 'other' && !statement && 'missing',
      email: !isEmail(email ?? '') && 'missing',
    }),
    send: ({ email = '', reason, statement, link, evidence }) =>
      api.reportMisuse({
        body: {
          email,
          reason: reason as Body['reason'],
          ...(statement ? { statement } : {}),
          ...(link ? { link } : {}),
          ...(evidence ? { evidence } : {}),
        },
      }),
    onChange: ({ reason }) => needStatement(form, reason === 'other'),
    // What is too old is not sent once more: a link is enough.
    onRefused: (paths) => {
      if (!paths.includes('evidence')) return;
      keepEvidence('', '');
      page.querySelector('[data-picture-state]')!.replaceChildren();
    },
  });
  const show = startPicture(page, comparePicture, (name, outcome) => {
    // An answer that comes after the report was received belongs to nothing.
    if (!form.isConnected) return;
    button.disabled = outcome === null;
    keepEvidence(name, outcome?.evidence ?? '');
  });
  const { evidence, pictureName } = inputOf(form);
  if (evidence) show('compared', pictureName ?? '');
  followMember(form);
}

/** What is «something else» has to be told. */
function needStatement(form: HTMLFormElement, isNeeded: boolean): void {
  const label = form.querySelector<HTMLElement>("label[for='statement']")!;
  label.dataset.free ??= label.textContent;
  label.textContent = (isNeeded ? label.dataset.needed : label.dataset.free) ?? '';
  form.querySelector('#statement')!.setAttribute('aria-required', String(isNeeded));
}

/** Confirms what was reported under the address of the link. Opened again, it confirms what came since. */
async function confirm(page: HTMLElement, token: string): Promise<void> {
  showStage(page, 'confirming');
  try {
    const { items } = await api.confirmMisuseReport({ body: { token } });
    showStage(page, 'confirmed');
    const list = page.querySelector<HTMLElement>('[data-items]')!;
    list.append(
      ...items.map(({ number, receivedAt }) => {
        const item = document.createElement('li');
        const values = { number, date: formatDate(receivedAt), time: formatTime(receivedAt) };
        item.textContent = written(list.dataset.items, values);
        return item;
      }),
    );
  } catch (error) {
    const isInvalid = error instanceof BildnisError && ['token_invalid', 'validation'].includes(error.code);
    if (isInvalid) showStage(page, 'linkInvalid');
    else showStage(page, 'notConfirmed', { error: failureText(page, error) });
  }
  page.querySelector("[data-act='retry']")?.addEventListener('click', () => void confirm(page, token));
  page.querySelector("[data-act='another']")?.addEventListener('click', () => {
    forgetLinkToken('misuse');
    location.reload();
  });
}
