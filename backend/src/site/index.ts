export { CookieChoice } from './cookie-choices/cookie-choice.entity.js';
export { describeSite, siteFingerprint } from './describe-site.js';
export { SiteModule } from './site.module.js';
export type { Site } from './site.schemas.js';
export { SiteService } from './site.service.js';
export { COOKIE_CHOICE_RULE } from './site.retention.js';
