/** Where the dashboard for Grafana stands. */
export const DASHBOARD: string;
/** JSON of the dashboard, as it is imported into Grafana. */
export function dashboardJson(): string;
export function writeDashboard(): void;
