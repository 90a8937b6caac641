/**
 * Marks tests that take long and whose rule a shorter one guards as well: `npm test` leaves them out, `npm run drill` runs them.
 * `longTest('name', …)`; of many cases `test.each(cases)('name', { tags: 'drill' }, …)`; for a whole file `@module-tag drill` in a comment
 * at its top; in the browser `test('name', { tag: '@drill' }, …)`.
 */
export const DRILL = { name: 'drill', description: 'takes long: left out of `npm test`, run by `npm run drill`' };
