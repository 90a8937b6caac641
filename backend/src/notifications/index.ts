export { Mail } from './mail.entity.js';
export { NotificationsModule } from './notifications.module.js';
export { AppLinks } from './app-links.js';
export { portraitLetters } from './letters/portrait-letters.js';
export { PostModule } from './post.module.js';
export { PostService } from './post.service.js';
export { PushModule } from './push/push.module.js';
export { PushSubscription } from './push/push-subscription.entity.js';
