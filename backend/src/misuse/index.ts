export { MisuseEmails } from './misuse-emails.service.js';
export { MisuseReportRun } from './misuse-report-run.entity.js';
export { MISUSE_PICTURES, MISUSE_REASONS, MisuseReport } from './misuse-report.entity.js';
export { MisuseReviewService } from './misuse-review.service.js';
export { MisusedRunRemoved, MisuseReportClosed, MisuseReported } from './misuse.events.js';
export { MisuseApiModule, MisuseModule } from './misuse.module.js';
export { MISUSE_RULES } from './misuse.retention.js';
export { misuseFigures, misuseReportNames } from './misuse.figures.js';
export { pageOfOpenReports } from './misuse.lists.js';
