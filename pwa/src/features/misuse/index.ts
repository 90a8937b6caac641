export { MisuseScreen } from './misuse-screen';
export { keepReportToken } from './report-token';
