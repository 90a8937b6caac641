import { forgetLinkToken, keepLinkToken, linkToken } from '~/features/accounts';

/** The token of the mail that confirms a report, kept for this tab. */
export const keepReportToken = (token: string): void => keepLinkToken('misuse', token);
export const reportToken = (): string | null => linkToken('misuse');
export const forgetReportToken = (): void => forgetLinkToken('misuse');
