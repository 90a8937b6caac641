export { PushRefused, PushSender, PushServiceBusy, type PushMessage, type PushTarget } from './port.js';
export { PushSenderModule } from './push.module.js';
