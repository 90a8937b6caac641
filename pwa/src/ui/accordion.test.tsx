import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { Accordion } from '.';

const items = [
  { id: 'one', title: 'First?', content: 'Yes.' },
  { id: 'two', title: 'Second?', content: 'No.' },
  { id: 'three', title: 'Third?', content: 'Never.', isDisabled: true },
];
const states = () => screen.getAllByRole('button').map((button) => button.getAttribute('aria-expanded'));

describe('Accordion', () => {
  it('opens one at a time by keyboard, under headings of the level it was given', async () => {
    render(<Accordion items={items} level={4} open={['one']} />);
    expect(screen.getByRole('heading', { level: 4, name: 'First?' })).toBeTruthy();
    expect(screen.getByRole('group', { name: 'First?' }).textContent).toBe('Yes.');
    await userEvent.tab();
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Second?' }));
    await userEvent.keyboard('{Enter}');
    expect(states()).toEqual(['false', 'true', 'false']);
    await userEvent.keyboard(' ');
    expect(states()).toEqual(['false', 'false', 'false']);
  });

  it('lets several stand open where it may, and leaves what is disabled closed', async () => {
    render(<Accordion items={items} allowsMany />);
    for (const { title } of items) await userEvent.click(screen.getByRole('button', { name: title }));
    expect(states()).toEqual(['true', 'true', 'false']);
  });
});
