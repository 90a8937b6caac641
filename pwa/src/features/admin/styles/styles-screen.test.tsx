import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { Schemas } from '~/lib/api';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { renderScreen } from '../../../../test/render-screen';
import { serve } from '../../../../test/server';
import { AdminStylesScreen } from './styles-screen';

const style: Schemas['AdminStyle'] = {
  id: 's1',
  slug: 'fensterlicht',
  displayName: 'Fensterlicht',
  description: 'Licht von der Seite.',
  category: 'studio',
  purposes: ['linkedin', 'team'],
  previewUrl: null,
  sortOrder: 3,
  enabled: true,
  runs: 0,
};

beforeEach(() => forgetMessages());

it('sends what was changed alone, so that what another admin did meanwhile stays', async () => {
  const sent = serve({ 'PATCH /admin/styles/s1': { body: { ...style, enabled: false } } });
  await renderScreen(<AdminStylesScreen styles={{ ok: true, value: [style] }} />);
  await userEvent.click(screen.getByRole('button', { name: '«Fensterlicht» bearbeiten' }));
  await userEvent.type(screen.getByLabelText('Adresse'), ' 2');
  await userEvent.click(screen.getByLabelText('Beschreibung'));
  await userEvent.paste('\n\nWie am Morgen. ');
  await userEvent.click(screen.getByRole('button', { name: 'Speichern' }));
  expect(screen.getByText('Nur Kleinbuchstaben, Ziffern und einzelne Bindestriche.')).toBeTruthy();
  expect(sent).toEqual([]);
  await userEvent.type(screen.getByLabelText('Adresse'), '{Backspace}{Backspace}');
  await userEvent.click(screen.getByRole('button', { name: 'Speichern' }));
  await waitFor(() =>
    expect(messageQueue.visibleToasts.map(({ content }) => content.title)).toEqual(['Style aktualisiert']),
  );
  expect(sent[0]?.body).toEqual({ description: 'Licht von der Seite. Wie am Morgen.' });
});
