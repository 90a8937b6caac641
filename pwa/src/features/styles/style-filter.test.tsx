import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { loadTexts } from '~/lib/i18n';
import { StyleFilter } from './style-filter';
import { readStylesSearch, type Purpose } from './styles-search';

const items: { purposes: Purpose[] }[] = [{ purposes: ['team'] }, { purposes: ['application', 'team'] }];

it('offers the purposes that styles serve, in their order, and all styles', async () => {
  await loadTexts('styles');
  const onChange = vi.fn();
  const { rerender } = render(<StyleFilter items={items} value="team" onChange={onChange} />);
  expect(screen.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).labels![0]!.textContent)).toEqual([
    'Alle',
    'Bewerbung',
    'Team/Website',
  ]);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Team/Website' }).checked).toBe(true);
  await userEvent.click(screen.getByRole('radio', { name: 'Bewerbung' }));
  rerender(<StyleFilter items={items} value="application" onChange={onChange} />);
  await userEvent.click(screen.getByRole('radio', { name: 'Alle' }));
  expect(onChange.mock.calls).toEqual([['application'], [null]]);
});

it('takes a purpose from the address only if it is one', () => {
  expect(readStylesSearch({ purpose: 'linkedin' })).toEqual({ purpose: 'linkedin' });
  for (const purpose of ['toString', 'x', 3, undefined]) expect(readStylesSearch({ purpose }).purpose).toBeUndefined();
});
