import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { Tabs } from '.';

function Example() {
  const [selected, setSelected] = useState('one');
  return (
    <Tabs
      label="Beispiel"
      selected={selected}
      onChange={setSelected}
      items={[
        { id: 'one', label: 'Eins', content: 'Erstes' },
        { id: 'two', label: 'Zwei', content: 'Zweites', isDisabled: true },
        { id: 'three', label: 'Drei', content: 'Drittes' },
      ]}
    />
  );
}

it('shows one part at a time, chosen with the pointer or the arrow keys, past what is disabled', async () => {
  render(<Example />);
  expect(screen.getByRole('tabpanel', { name: 'Eins' }).textContent).toBe('Erstes');
  await userEvent.click(screen.getByRole('tab', { name: 'Zwei' }));
  expect(screen.getByRole('tabpanel').textContent).toBe('Erstes');
  await userEvent.tab();
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.getByRole('tabpanel', { name: 'Drei' }).textContent).toBe('Drittes');
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Drei' }));
  expect(screen.getByRole('tab', { name: 'Zwei' }).getAttribute('aria-disabled')).toBe('true');
});
