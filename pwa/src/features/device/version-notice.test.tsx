import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { beginBusy } from '~/lib/busy';
import { renderScreen } from '../../../test/render-screen';
import VersionNotice from './version-notice';

it.each([
  ['/app', true],
  ['/app/profiles', true],
  ['/app/settings', true],
  ['/app/profile-wizard', false],
  ['/bestellen', false],
])('a newer version is offered at %s: %s', async (path, isOffered) => {
  await renderScreen(<VersionNotice />, path);
  expect(screen.queryByRole('button', { name: 'Neu laden' }) !== null).toBe(isOffered);
});

it('waits for what a reload would cut off', async () => {
  const end = beginBusy();
  await renderScreen(<VersionNotice />, '/app');
  expect(screen.queryByRole('status')).toBeNull();
  act(end);
  expect(screen.getByRole('status').textContent).toContain('Neue Version');
});
