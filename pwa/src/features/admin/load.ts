import { api, settle } from '~/lib/api';
import type { UserSearch } from './gate';

/** What the routes below /admin load: fetched past the gate, like the screens themselves (vite.config.ts). */
export const loadDashboard = async () => {
  const [stats, chart, engine] = await Promise.all([
    settle(api.getStats()),
    settle(api.getChart({ query: {} })),
    settle(api.getEngine()),
  ]);
  return { stats, chart, engine };
};
export type Dashboard = Awaited<ReturnType<typeof loadDashboard>>;

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
export const loadOperations = async () => {
  const [operations, queues, retention] = await Promise.all([
    settle(api.getOperations()),
    settle(api.listQueues().then(({ items }) => items)),
    loadRetention(),
  ]);
  return { operations, queues, retention };
};
export type OperationsPage = Awaited<ReturnType<typeof loadOperations>>;
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
export const loadAnnouncements = () => settle(api.listAnnouncements());
export const loadRetention = () => settle(api.getRetention());
export const loadAudit = () => settle(api.listAuditEntries({ query: {} }));
/** The register, and the styles its entries are of. */
export const loadExamples = async () => {
  const [register, styles] = await Promise.all([settle(api.listAllExamples()), loadStyles()]);
  return { register, styles };
};
export type ExamplesPage = Awaited<ReturnType<typeof loadExamples>>;
