export { MailModule } from './mail.module.js';
export { Mailer, type Attachment, type Email } from './port.js';
