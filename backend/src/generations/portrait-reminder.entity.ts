import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../platform/database/index.js';

/** The owner of a run was told by mail when its portraits go. Without such a row they stay. */
export const PortraitReminderSchema = defineEntity({
  name: 'PortraitReminder',
  tableName: 'portrait_reminder',
  properties: {
    ...baseProperties,
    generationId: p.uuid().unique(),
    sentAt: p.datetime(3),
  },
});
export class PortraitReminder extends PortraitReminderSchema.class {}
PortraitReminderSchema.setClass(PortraitReminder);
