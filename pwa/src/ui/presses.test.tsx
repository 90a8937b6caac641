import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Button, Dialog, IconButton, IconToggle, LinkButton, Pagination, PlainButton, TextLink, Tooltip } from '.';

describe('IconButton', () => {
  it('is named by its label alone and pressed by keyboard', async () => {
    const onPress = vi.fn();
    const { rerender } = render(<IconButton icon="download" label="Download" onPress={onPress} />);
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Download' }));
    await userEvent.keyboard('{Enter} ');
    expect(onPress).toHaveBeenCalledTimes(2);
    rerender(<IconButton icon="download" label="Download" onPress={onPress} isAtEnd />);
    await userEvent.keyboard('{Enter} ');
    expect(onPress).toHaveBeenCalledTimes(2);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Download' }));
  });
});

describe('IconToggle', () => {
  it('says whether it is on, and looks like it', async () => {
    const onChange = vi.fn();
    const toggle = (isSelected: boolean) => (
      <IconToggle
        icon="heart"
        selectedIcon="heart-filled"
        label="Favourite"
        isSelected={isSelected}
        onChange={onChange}
      />
    );
    const { container, rerender } = render(toggle(false));
    const button = screen.getByRole('button', { name: 'Favourite' });
    const seen = () => [button.getAttribute('aria-pressed'), container.querySelector('svg')?.dataset.icon];
    expect(seen()).toEqual(['false', 'heart']);
    await userEvent.tab();
    await userEvent.keyboard(' ');
    expect(onChange).toHaveBeenCalledExactlyOnceWith(true);
    rerender(toggle(true));
    expect(seen()).toEqual(['true', 'heart-filled']);
  });
});

describe('links and plain buttons', () => {
  it('stay what they are to the browser, whatever they look like', () => {
    render(
      <form>
        <LinkButton href="/a">Go</LinkButton>
        <TextLink href="/b" variant="strong">
          There
        </TextLink>
        <PlainButton>Again</PlainButton>
      </form>,
    );
    expect(screen.getByRole('link', { name: 'Go' }).getAttribute('href')).toBe('/a');
    expect(screen.getByRole('link', { name: 'There' }).getAttribute('href')).toBe('/b');
    // Not `submit`, the browser's own default: it would send the form around it.
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Again' }).type).toBe('button');
  });
});

describe('Tooltip', () => {
  it('describes what has the focus, at once, and goes with Escape', async () => {
    render(
      <Tooltip text="On all devices">
        <Button>Save</Button>
      </Tooltip>,
    );
    expect(screen.queryByRole('tooltip')).toBeNull();
    await userEvent.tab();
    const tip = screen.getByRole('tooltip');
    expect(tip.textContent).toBe('On all devices');
    expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-describedby')).toBe(tip.id);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('tooltip')).toBeNull();
  });
});

describe('Pagination', () => {
  function Example() {
    const [page, setPage] = useState(1);
    return (
      <Pagination
        label="Pages of users"
        position={`Page ${page} of 2`}
        previousLabel="Back"
        nextLabel="On"
        onPrevious={page > 1 ? () => setPage(1) : undefined}
        onNext={page < 2 ? () => setPage(2) : undefined}
      />
    );
  }

  it('goes step by step, says where it is, and ends at both ends', async () => {
    render(<Example />);
    expect(screen.getByRole('navigation', { name: 'Pages of users' })).toBeTruthy();
    const ends = () => ['Back', 'On'].map((name) => screen.getByRole('button', { name }).getAttribute('aria-disabled'));
    expect(ends()).toEqual(['true', null]);
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.keyboard('{Enter}{Enter}');
    expect(screen.getByRole('status').textContent).toBe('Page 2 of 2');
    expect(ends()).toEqual([null, 'true']);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'On' }));
  });
});

describe('Dialog', () => {
  function Example() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <Button onPress={() => setOpen(true)}>Open</Button>
        <Dialog isOpen={isOpen} onOpenChange={setOpen} title="Formats" closeLabel="Close">
          Square
        </Dialog>
      </>
    );
  }

  it('keeps the focus inside, closes with Escape or its button, and gives the focus back', async () => {
    render(<Example />);
    const opener = screen.getByRole('button', { name: 'Open' });
    for (const close of [
      () => userEvent.keyboard('{Escape}'),
      () => userEvent.click(screen.getByRole('button', { name: 'Close' })),
    ]) {
      await userEvent.click(opener);
      const dialog = screen.getByRole('dialog', { name: 'Formats' });
      await userEvent.tab();
      await userEvent.tab();
      expect(dialog.contains(document.activeElement)).toBe(true);
      await close();
      expect(screen.queryByRole('dialog')).toBeNull();
      await vi.waitFor(() => expect(document.activeElement).toBe(opener), { timeout: 20_000 });
    }
  });
});
