export { MailModule } from './mail.module.js';
export { Mailer, UnknownAddress, type Attachment, type Email } from './port.js';
