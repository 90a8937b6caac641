export { MisuseScreen } from './misuse-screen';
export { MisuseSkeleton } from './misuse-skeleton';
export { keepReportToken } from './report-token';
