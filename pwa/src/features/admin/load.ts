import { api, settle } from '~/lib/api';
import { notify } from '~/lib/messages';
import { text } from '~/lib/i18n';
import { refreshSession, type Me } from '~/lib/session';

/** What the routes below /admin load; the screens themselves are fetched only for those who may see them (vite.config.ts). */
export const loadDashboard = async () => {
  const [stats, chart, engine] = await Promise.all([
    settle(api.getStats()),
    settle(api.getChart({ query: {} })),
    settle(api.getEngine()),
  ]);
  return { stats, chart, engine };
};
export type Dashboard = Awaited<ReturnType<typeof loadDashboard>>;

export interface UserSearch {
  q?: string;
  only?: 'blocked' | 'admins' | 'subscribers';
}

const ONLY = ['blocked', 'admins', 'subscribers'] as const;

/** What is searched for stands in the address, so that the way back leads to the same list. */
export function readUserSearch({ q, only }: Record<string, unknown>): UserSearch {
  const known = ONLY.find((each) => each === only);
  return {
    ...(typeof q === 'string' && q.trim() ? { q: q.trim().slice(0, 100) } : {}),
    ...(known ? { only: known } : {}),
  };
}

export const loadUsers = (search: UserSearch) => settle(api.listUsers({ query: search }));
export const loadUser = (id: string) => settle(api.getUser({ path: { id } }));
export const loadStyles = () => settle(api.listAllStyles().then(({ items }) => items));
export const loadPacks = () => settle(api.listAllCreditPacks().then(({ items }) => items));
export const loadQueues = async () => {
  const [queues, failed] = await Promise.all([
    settle(api.listQueues().then(({ items }) => items)),
    settle(api.listJobs({ query: { state: 'failed' } })),
  ]);
  return { queues, failed };
};
export const loadCases = async () => {
  const [declarations, held, refunds, misuseReports] = await Promise.all([
    settle(api.listDeclarations({ query: {} })),
    settle(api.listHeldPayments({ query: {} })),
    settle(api.listFailedRefunds({ query: {} })),
    settle(api.listMisuseReports({ query: {} })),
  ]);
  return { declarations, held, refunds, misuseReports };
};
export type Cases = Awaited<ReturnType<typeof loadCases>>;
export const loadJudgements = async () => {
  const [figures, sentences] = await Promise.all([
    settle(api.getJudgementFigures()),
    settle(api.listSentences({ query: {} })),
  ]);
  return { figures, sentences };
};
export type JudgementsPage = Awaited<ReturnType<typeof loadJudgements>>;
export const loadRetention = () => settle(api.getRetention());
export const loadAudit = () => settle(api.listAuditEntries({ query: {} }));

/** Whether somebody may be here, asked of the server: a role may have changed since the start. Others are told that they may not. */
export async function admits(isLooking: boolean): Promise<{ me: Me | null; isAdmin: boolean }> {
  const me = await refreshSession();
  const isAdmin = me?.role === 'admin';
  if (me && !isAdmin && !isLooking)
    notify({ title: text('shell.admin.refusedTitle'), text: text('shell.admin.refusedText'), tone: 'bad' });
  return { me, isAdmin };
}
