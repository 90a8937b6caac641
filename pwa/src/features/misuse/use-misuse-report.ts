import { isEmail, present } from '~/features/accounts';
import { useDeclaration } from '~/features/contracts';
import { api, type Schemas } from '~/lib/api';
import type { Me } from '~/lib/session';

type Body = Schemas['MisuseReportBody'];

/** All of it text, so that it outlives a reload in this tab: of the picture only what its comparison found, sealed by the server. */
export interface MisuseInput {
  email: string;
  link: string;
  reason: Body['reason'] | '';
  statement: string;
  evidence: string;
  pictureName: string;
}

function bodyOf({ email, link, reason, statement, evidence }: MisuseInput): Body {
  const [where, words] = [link.trim(), statement.trim()];
  return {
    email: email.trim(),
    reason: reason || 'other',
    ...(words ? { statement: words } : {}),
    ...(where ? { link: where } : {}),
    ...(evidence ? { evidence } : {}),
  };
}

const isWebAddress = (link: string): boolean => ['http:', 'https:'].includes(URL.parse(link.trim())?.protocol ?? '');

/** State of a report: a form until it was received, then its receipt. */
export const useMisuseReport = (me: Me | null) =>
  useDeclaration<MisuseInput>({
    kind: 'misuse',
    initial: { email: me?.email ?? '', link: '', reason: '', statement: '', evidence: '', pictureName: '' },
    check: ({ email, link, reason, statement, evidence }) =>
      present({
        evidence: evidence || link.trim() ? undefined : 'misuse.error.nothing',
        link: !link.trim() || isWebAddress(link) ? undefined : 'misuse.error.link',
        reason: reason ? undefined : 'misuse.error.reason',
        statement: reason !== 'other' || statement.trim() ? undefined : 'misuse.error.statement',
        email: isEmail(email) ? undefined : 'misuse.error.email',
      }),
    declare: (input) => api.reportMisuse({ body: bodyOf(input) }),
    refused: {
      email: ['email', 'misuse.error.email'],
      link: ['link', 'misuse.error.link'],
      statement: ['statement', 'misuse.error.words'],
      evidence: ['evidence', 'misuse.error.evidence'],
    },
  });
