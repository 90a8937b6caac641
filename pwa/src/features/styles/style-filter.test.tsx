import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { loadTexts } from '~/lib/i18n';
import { StyleFilter } from './style-filter';
import { readStylesSearch } from './styles-search';

const items = [{ category: 'city' }, { category: 'studio' }, { category: 'studio' }] as const;

it('offers the categories that there are, and all of them', async () => {
  await loadTexts('styles');
  const onChange = vi.fn();
  render(<StyleFilter items={items} value="studio" onChange={onChange} />);
  expect(screen.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).labels![0]!.textContent)).toEqual([
    'Alle',
    'Stadt',
    'Studio',
  ]);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Studio' }).checked).toBe(true);
  await userEvent.click(screen.getByRole('radio', { name: 'Stadt' }));
  await userEvent.click(screen.getByRole('radio', { name: 'Alle' }));
  expect(onChange.mock.calls).toEqual([['city'], [null]]);
});

it('takes a category from the address only if it is one', () => {
  expect(readStylesSearch({ category: 'studio' })).toEqual({ category: 'studio' });
  for (const category of ['toString', 'x', 3, undefined])
    expect(readStylesSearch({ category }).category).toBeUndefined();
});
