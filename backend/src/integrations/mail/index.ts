export { MailModule } from './mail.module.js';
export { Mailer, type Letter } from './port.js';
