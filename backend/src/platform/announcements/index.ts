export { Announcements, defineAnnouncement, type Announcement } from './announcements.js';
