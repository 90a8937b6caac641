import { settle } from '~/lib/api';
import { adminApi } from '~/lib/api/admin';
import type { UserSearch } from './user-search';

/** What the routes below /admin load: fetched past the gate, like the screens themselves (vite.config.ts). */
export const loadDashboard = async () => {
  const [stats, chart, engine] = await Promise.all([
    settle(adminApi.getStats()),
    settle(adminApi.getChart({ query: {} })),
    settle(adminApi.getEngine()),
  ]);
  return { stats, chart, engine };
};
export type Dashboard = Awaited<ReturnType<typeof loadDashboard>>;

export const loadUsers = (search: UserSearch) => settle(adminApi.listUsers({ query: search }));
export const loadUser = (id: string) => settle(adminApi.getUser({ path: { id } }));
export const loadStyles = () => settle(adminApi.listAllStyles().then(({ items }) => items));
export const loadPacks = () => settle(adminApi.listAllCreditPacks().then(({ items }) => items));
export const loadQueues = async () => {
  const [queues, failed] = await Promise.all([
    settle(adminApi.listQueues().then(({ items }) => items)),
    settle(adminApi.listJobs({ query: { state: 'failed' } })),
  ]);
  return { queues, failed };
};
export const loadOperations = async () => {
  const [operations, queues, retention] = await Promise.all([
    settle(adminApi.getOperations()),
    settle(adminApi.listQueues().then(({ items }) => items)),
    loadRetention(),
  ]);
  return { operations, queues, retention };
};
export type OperationsPage = Awaited<ReturnType<typeof loadOperations>>;
export const loadCases = async () => {
  const [declarations, held, refunds, misuseReports] = await Promise.all([
    settle(adminApi.listDeclarations({ query: {} })),
    settle(adminApi.listHeldPayments({ query: {} })),
    settle(adminApi.listFailedRefunds({ query: {} })),
    settle(adminApi.listMisuseReports({ query: {} })),
  ]);
  return { declarations, held, refunds, misuseReports };
};
export type Cases = Awaited<ReturnType<typeof loadCases>>;
export const loadJudgements = async () => {
  const [figures, sentences] = await Promise.all([
    settle(adminApi.getJudgementFigures()),
    settle(adminApi.listSentences({ query: {} })),
  ]);
  return { figures, sentences };
};
export type JudgementsPage = Awaited<ReturnType<typeof loadJudgements>>;
export const loadAnnouncements = () => settle(adminApi.listAnnouncements());
export const loadRetention = () => settle(adminApi.getRetention());
export const loadAudit = () => settle(adminApi.listAuditEntries({ query: {} }));
/** The register, and the styles its entries are of. */
export const loadExamples = async () => {
  const [register, styles] = await Promise.all([settle(adminApi.listAllExamples()), loadStyles()]);
  return { register, styles };
};
export type ExamplesPage = Awaited<ReturnType<typeof loadExamples>>;
