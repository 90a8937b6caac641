export { startMailbox } from './start-mailbox.js';
export type { Mailbox, MailboxOptions } from './start-mailbox.js';
export type { Email } from './email.js';
