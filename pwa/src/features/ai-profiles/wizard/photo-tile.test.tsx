import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Entry } from './entries';
import { PhotoTile } from './photo-tile';

const chosen: Entry = { key: 'a', name: 'IMG_0815.heic', preview: 'blob:a', state: 'uploading', fraction: 0.5 };
const tile = (entry: Entry) => <PhotoTile entry={entry} onRemove={() => undefined} onRetry={() => undefined} />;
const picture = () => screen.getByRole('img', { name: 'IMG_0815.heic' });

it('shows the name of a file that the browser cannot show, and then the picture of the server', () => {
  const { rerender } = render(tile(chosen));
  expect(picture().getAttribute('src')).toBe('blob:a');
  fireEvent.error(picture());
  expect([picture().getAttribute('src'), picture().textContent]).toEqual([null, 'IMG_0815.heic']);
  rerender(tile({ ...chosen, state: 'good', stored: '/media/a' }));
  expect(picture().getAttribute('src')).toBe('/media/a');
});

it('keeps showing a file that it can show', () => {
  render(tile({ ...chosen, state: 'good', stored: '/media/a' }));
  expect(picture().getAttribute('src')).toBe('blob:a');
});
