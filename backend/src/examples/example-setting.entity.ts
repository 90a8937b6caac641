import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../platform/database/index.js';

/** What admins decide about examples; at most one row. Without one the facts hold. */
export const ExampleSettingSchema = defineEntity({
  name: 'ExampleSetting',
  tableName: 'example_setting',
  properties: {
    ...baseProperties,
    /** Always true: a second row cannot exist. */
    isOnly: p.boolean().default(true).unique(),
    rewardCredits: p.integer(),
  },
  checks: [
    { name: 'example_setting_is_only', expression: 'is_only' },
    { name: 'example_setting_reward_not_negative', expression: 'reward_credits >= 0' },
  ],
});
export class ExampleSetting extends ExampleSettingSchema.class {}
ExampleSettingSchema.setClass(ExampleSetting);
