export { admits } from './gate';
export { readUserSearch } from './user-search';
export {
  loadAnnouncements,
  loadAudit,
  loadCases,
  loadDashboard,
  loadExamples,
  loadJudgements,
  loadOperations,
  loadPacks,
  loadQueues,
  loadRetention,
  loadStyles,
  loadUser,
  loadUsers,
} from './loaders';
export { ExamplesScreen } from './examples/examples-screen';
export { AnnouncementsScreen } from './announcements/announcements-screen';
export { AuditScreen } from './audit/audit-screen';
export { CasesScreen } from './cases/cases-screen';
export { DashboardScreen } from './dashboard/dashboard-screen';
export { AdminFrame } from './frame/admin-frame';
export { JudgementsScreen } from './judgements/judgements-screen';
export { OperationsScreen } from './operations/operations-screen';
export { PacksScreen } from './packs/packs-screen';
export { QueuesScreen } from './queues/queues-screen';
export { RetentionScreen } from './retention/retention-screen';
export { AdminStylesScreen } from './styles/styles-screen';
export { UserScreen } from './users/user-screen';
export { UsersScreen } from './users/users-screen';
