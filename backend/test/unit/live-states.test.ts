import { describe, expect, test } from 'vitest';
import { PROFILE_STATUSES } from '../../src/ai-profiles/ai-profile.entity.js';
import { GENERATION_STATUSES } from '../../src/generations/generation.entity.js';
import { LIVE_EVENTS } from '../../src/platform/live/index.js';
import { EXPORT_STATUSES } from '../../src/privacy/leaving/data-export.entity.js';

/** Platform may not import features, so it repeats their states: here they are compared. */
describe('live events tell the states that rows have', () => {
  test('of profiles and runs, and that they were deleted', () => {
    expect(LIVE_EVENTS['profile.changed'].shape.status.options).toEqual([...PROFILE_STATUSES, 'deleted']);
    expect(LIVE_EVENTS['generation.changed'].shape.status.options).toEqual([...GENERATION_STATUSES, 'deleted']);
  });

  test('of exports', () => {
    expect(LIVE_EVENTS['export.changed'].shape.status.options).toEqual(EXPORT_STATUSES);
  });
});
