import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Avatar, CopyButton, DialogForm, FormDialog, Secret, Switch, TextField } from '.';
import QrCode from './qr-code';

afterEach(() => vi.useRealTimers());

describe('Switch', () => {
  it('is switched with the space bar and read with its description', async () => {
    const onChange = vi.fn();
    render(
      <Switch isSelected={false} onChange={onChange} description="At once">
        News by mail
      </Switch>,
    );
    const control = screen.getByRole('switch', { name: 'News by mail' });
    expect(document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent).toBe('At once');
    await userEvent.tab();
    await userEvent.keyboard(' ');
    expect(onChange).toHaveBeenCalledExactlyOnceWith(true);
  });
});

describe('FormDialog', () => {
  function Example({
    onSubmit,
    isSticky,
    isPending,
  }: {
    onSubmit: () => void;
    isSticky?: boolean;
    isPending?: boolean;
  }) {
    const [isOpen, setOpen] = useState(true);
    return (
      <FormDialog isOpen={isOpen} onClose={() => setOpen(false)} title="New key" isSticky={isSticky}>
        <DialogForm
          submitLabel="Create"
          cancelLabel="Cancel"
          onCancel={() => setOpen(false)}
          onSubmit={onSubmit}
          isPending={isPending}
          error="Not possible"
        >
          <TextField autoFocus label="Name" />
        </DialogForm>
      </FormDialog>
    );
  }

  it('begins at its field, sends with Enter, and says what went wrong', async () => {
    const onSubmit = vi.fn();
    render(<Example onSubmit={onSubmit} />);
    expect(screen.getByRole('dialog', { name: 'New key' })).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' })));
    expect(screen.getByRole('alert').textContent).toBe('Not possible');
    await userEvent.keyboard('x{Enter}');
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it('sends nothing while that runs', async () => {
    const onSubmit = vi.fn();
    render(<Example onSubmit={onSubmit} isPending />);
    await userEvent.click(screen.getByRole('button', { name: 'Create' }));
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('closes with Escape, but not while it shows something for the only time', async () => {
    const { unmount } = render(<Example onSubmit={vi.fn()} isSticky />);
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('dialog')).toBeTruthy();
    unmount();
    render(<Example onSubmit={vi.fn()} />);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('CopyButton', () => {
  const button = <CopyButton text="secret-1" label="Copy" doneLabel="Copied" failedLabel="By hand, please" />;

  it('copies, says so aloud, and offers it again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
    render(button);
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await navigator.clipboard.readText()).toBe('secret-1');
    expect(screen.getByRole('status').textContent).toBe('Copied');
    act(() => void vi.advanceTimersByTime(3_100));
    expect(screen.getByRole('button', { name: 'Copy' })).toBeTruthy();
  });

  it('says where the browser refuses', async () => {
    const user = userEvent.setup();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    render(button);
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(screen.getByRole('status').textContent).toBe('By hand, please');
  });
});

describe('Avatar', () => {
  it('fetches the picture without saying where it is shown, and falls back to initials', () => {
    const { container, rerender } = render(<Avatar src="https://pictures.example/a.jpg" name="Anna Muster" />);
    const picture = container.querySelector('img');
    expect(picture?.getAttribute('referrerpolicy')).toBe('no-referrer');
    fireEvent.error(picture as HTMLImageElement);
    expect(container.textContent).toBe('AM');
    rerender(<Avatar src="https://pictures.example/b.jpg" name="Anna Muster" />);
    expect(container.querySelector('img')?.getAttribute('src')).toBe('https://pictures.example/b.jpg');
  });
});

describe('QrCode', () => {
  it('is a picture with a name, and another one for another value', () => {
    const { rerender } = render(<QrCode value="otpauth://totp/a" label="Code for your app" />);
    const drawn = () =>
      screen.getByRole('img', { name: 'Code for your app' }).querySelector('path')?.getAttribute('d') ?? '';
    const first = drawn();
    expect(first.length).toBeGreaterThan(500);
    rerender(<QrCode value="otpauth://totp/b" label="Code for your app" />);
    expect(drawn()).not.toBe(first);
  });
});

describe('Secret', () => {
  it('shows every letter', () => {
    render(<Secret>bk_1234</Secret>);
    expect(screen.getByText('bk_1234').tagName).toBe('CODE');
  });
});
