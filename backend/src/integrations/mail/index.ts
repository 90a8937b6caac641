export { MailModule } from './mail.module.js';
export { Mailer, type Email } from './port.js';
