import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Schemas } from '~/lib/api';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { beginSession } from '~/lib/session';
import { renderScreen } from '../../../test/render-screen';
import { serve } from '../../../test/server';
import { RunActs } from './run-acts';
import { portraits, runOf } from './sample-run';

const share = vi.fn<(data: { files: File[] }) => Promise<void>>();

beforeEach(() => {
  forgetMessages();
  beginSession({ id: 'anna', credits: 0 } as Schemas['Me']);
  share.mockReset().mockResolvedValue();
  Object.assign(navigator, { share, canShare: () => true });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'share');
  Reflect.deleteProperty(navigator, 'canShare');
});

async function show(favourites: readonly string[] = []) {
  const onOrder = vi.fn();
  const [a, b, c] = portraits('a', 'b', 'c').map((portrait) => ({
    ...portrait,
    favourite: favourites.includes(portrait.id),
  }));
  serve(
    Object.fromEntries(
      [a!, b!, c!].map(({ downloadUrl }) => [`GET ${downloadUrl.replace('/api/v1', '')}`, { body: {} }]),
    ),
  );
  await renderScreen(
    <RunActs generation={runOf([a!, b!, c!])} isReleased={false} order="likeness" onOrder={onOrder} />,
  );
  return { onOrder };
}

describe('the acts of a finished run', () => {
  it('hand on all portraits while there is no favourite', async () => {
    await show();
    await userEvent.click(screen.getByRole('button', { name: 'Alle Portraits teilen' }));
    await waitFor(() => expect(share).toHaveBeenCalledOnce());
    expect(share.mock.calls[0]![0].files.map(({ name }) => name)).toEqual([
      'portrait-1.jpg',
      'portrait-2.jpg',
      'portrait-3.jpg',
    ]);
  });

  it('hand on the favourites, and by another press what the browser did not let go at once', async () => {
    await show(['b', 'c']);
    share.mockRejectedValueOnce(Object.assign(new Error('no activation'), { name: 'NotAllowedError' }));
    const button = screen.getByRole('button', { name: 'Ihre 2 Favoriten teilen' });
    await userEvent.click(button);
    await waitFor(() => expect(messageQueue.visibleToasts[0]?.content.title).toBe('Bereit zum Teilen'));
    await userEvent.click(button);
    await waitFor(() => expect(share).toHaveBeenCalledTimes(2));
    expect(share.mock.calls[1]![0].files.map(({ name }) => name)).toEqual(['portrait-2.jpg', 'portrait-3.jpg']);
  });

  it('show the favourites first, and take it back', async () => {
    const { onOrder } = await show();
    await userEvent.click(screen.getByRole('button', { name: 'Favoriten zuerst' }));
    expect(onOrder).toHaveBeenCalledWith('favourites');
  });

  it('offer no sharing where the device has none', async () => {
    Object.assign(navigator, { canShare: () => false });
    await show();
    expect(screen.queryByRole('button', { name: /teilen$/ })).toBeNull();
  });
});
