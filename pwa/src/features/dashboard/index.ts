export { DashboardScreen } from './dashboard-screen';
export { DashboardSkeleton } from './dashboard-skeleton';
export { loadDashboard } from './dashboard-data';
