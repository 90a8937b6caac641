export { ANNOUNCEMENT_KINDS, Announcement, AnnouncementReceipt, type AnnouncementKind } from './announcement.entity.js';
export { AnnouncementReceipts, type ToldChange } from './announcement-receipts.service.js';
export { AnnouncementEmailDue } from './announcements.events.js';
export { AnnouncementsApiModule, AnnouncementsModule } from './announcements.module.js';
export { ANNOUNCEMENT_RULE } from './announcements.retention.js';
export { AnnouncementsService, type AnnouncedChange } from './announcements.service.js';
export { isPublished } from './published-terms.js';
export { RefusalsService } from './refusals.service.js';
export { beginOfDay, dayOf } from './notice.js';
