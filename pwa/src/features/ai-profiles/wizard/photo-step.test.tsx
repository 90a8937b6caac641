import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { Schemas } from '~/lib/api';
import { beginSession } from '~/lib/session';
import { fakeJudge } from '../../../../test/fake-judge';
import { renderScreen } from '../../../../test/render-screen';
import type { Entry } from './entries';
import { PhotoStep } from './photo-step';

const entry = (key: string, state: Entry['state']): Entry => ({ key, name: key, preview: '', state, fraction: 1 });

async function show(...entries: Entry[]) {
  beginSession({ id: 'anna' } as Schemas['Me']);
  const onRemoveRejected = vi.fn();
  await renderScreen(
    <PhotoStep
      entries={entries}
      judge={fakeJudge()}
      draftId={null}
      onFiles={vi.fn()}
      onRemove={vi.fn()}
      onRetry={vi.fn()}
      onRemoveRejected={onRemoveRejected}
    />,
  );
  return onRemoveRejected;
}

it('lets photos that were refused be taken out together, once there are several', async () => {
  await show(entry('a', 'rejected'), entry('b', 'good'), entry('c', 'failed'));
  expect(screen.queryByRole('button', { name: /verworfene entfernen$/ })).toBeNull();
  const onRemoveRejected = await show(entry('a', 'rejected'), entry('b', 'good'), entry('c', 'rejected'));
  await userEvent.click(screen.getByRole('button', { name: '2 verworfene entfernen' }));
  expect(onRemoveRejected).toHaveBeenCalledOnce();
});
