import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AlertDialog, createToastQueue, Lightbox, Menu, TextField, ToastArea } from '.';

afterEach(() => vi.useRealTimers());

describe('AlertDialog', () => {
  const dialog = (act: { onOpenChange(open: boolean): void; onConfirm(): void }, isPending = false) => (
    <AlertDialog isOpen title="Delete?" confirmLabel="Delete" cancelLabel="Keep" isPending={isPending} {...act}>
      For good.
    </AlertDialog>
  );

  it('begins at the harmless button, and Escape leaves everything as it is', async () => {
    const acts = { onOpenChange: vi.fn(), onConfirm: vi.fn() };
    render(dialog(acts));
    expect(screen.getByRole('alertdialog', { name: 'Delete?' })).toBeTruthy();
    // After a press by a screen reader, as an earlier test may have made one, the focus follows a moment later.
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep' })));
    await userEvent.keyboard('{Escape}');
    expect(acts.onOpenChange).toHaveBeenCalledWith(false);
    expect(acts.onConfirm).not.toHaveBeenCalled();
  });

  it('confirms once and not again while that runs', async () => {
    const acts = { onOpenChange: vi.fn(), onConfirm: vi.fn() };
    const { rerender } = render(dialog(acts));
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    rerender(dialog(acts, true));
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(acts.onConfirm).toHaveBeenCalledOnce();
  });
});

describe('ToastArea', () => {
  let queue: ReturnType<typeof createToastQueue>;
  function show(stays: number) {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    queue = createToastQueue();
    render(<ToastArea queue={queue} label="Messages" closeLabel="Close" />);
    act(() => void queue.add({ title: 'Saved', text: 'All of it', tone: 'good', stays }));
    return userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
  }
  const pass = (milliseconds: number) => {
    act(() => {
      vi.advanceTimersByTime(milliseconds);
    });
  };

  it('announces politely and goes when its time is over', () => {
    show(5_000);
    expect(screen.getByRole('status').textContent).toBe('SavedAll of it');
    expect(screen.queryByRole('alert')).toBeNull();
    pass(5_300);
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('is marked as repeated while its words stand on the page as an error, and no longer', () => {
    const queue = createToastQueue();
    const page = (error: string | undefined) => (
      <>
        <TextField label="Name" value="" onChange={() => undefined} error={error} />
        <ToastArea queue={queue} label="Messages" closeLabel="Close" />
      </>
    );
    const { rerender } = render(page('Too short.'));
    act(() => {
      queue.add({ title: 'Error', text: 'Too short.', tone: 'bad' });
      queue.add({ title: 'Error', text: 'No network.', tone: 'bad' });
    });
    const repeated = () =>
      screen.getAllByRole('status').map((message) => message.closest('[data-tone]')?.hasAttribute('data-repeated'));
    expect(repeated()).toEqual([false, true]);
    rerender(page(undefined));
    expect(repeated()).toEqual([false, false]);
    // What is said later, with the same words, is news again.
    act(() => queue.clear());
    act(() => void queue.add({ title: 'Error', text: 'Too short.', tone: 'bad' }));
    expect(repeated()).toEqual([false]);
  });

  it('stands still under the pointer', async () => {
    const user = show(5_000);
    await user.hover(screen.getByRole('region', { name: 'Messages' }));
    pass(15_000);
    expect(screen.getByText('Saved')).toBeTruthy();
    await user.unhover(screen.getByRole('region', { name: 'Messages' }));
    pass(5_300);
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('goes by itself where the pointer was left lying on it', async () => {
    const user = show(5_000);
    await user.hover(screen.getByRole('region', { name: 'Messages' }));
    pass(26_000);
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('goes after the computer has slept, also where the pointer comes over it then', async () => {
    const user = show(5_000);
    vi.setSystemTime(Date.now() + 3_600_000);
    await user.hover(screen.getByRole('region', { name: 'Messages' }));
    await user.unhover(screen.getByRole('region', { name: 'Messages' }));
    pass(5_300);
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('goes although a press closed the one beside it, and the focus came to it', async () => {
    const user = show(5_000);
    act(() => void queue.add({ title: 'Sent', tone: 'info', stays: 5_000 }));
    await user.click(screen.getAllByRole('button', { name: 'Close' })[0]!);
    await user.unhover(screen.getByRole('region', { name: 'Messages' }));
    expect(document.activeElement).toBe(screen.getByRole('alertdialog'));
    pass(5_300);
    expect(screen.queryAllByRole('status')).toEqual([]);
  });

  it('stands still under the focus of the keyboard, and closes on request', async () => {
    const user = show(5_000);
    await user.tab();
    await user.tab();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }));
    pass(60_000);
    await user.keyboard('{Enter}');
    expect(screen.queryByText('Saved')).toBeNull();
  });
});

describe('Lightbox', () => {
  const slides = ['a', 'b', 'c'].map((id) => ({ id, src: `/${id}.jpg`, alt: `Picture ${id}` }));
  const labels = {
    dialog: 'Pictures',
    close: 'Close',
    previous: 'Previous',
    next: 'Next',
    larger: 'Larger',
    smaller: 'Smaller',
    overlay: 'Before',
    missing: 'Not there',
    position: (number: number, total: number) => `${number} of ${total}`,
    scale: (scale: number) => `${Math.round(scale * 100)} %`,
  };

  it('opens at the chosen picture and is walked through with keys and buttons', async () => {
    const onClose = vi.fn();
    render(
      <Lightbox slides={slides} open="b" onClose={onClose} labels={labels}>
        {(slide, index) => <p>{`${index + 1}: ${slide.id}`}</p>}
      </Lightbox>,
    );
    expect(screen.getByText('2: b')).toBeTruthy();
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByText('3: c')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')).toBe('true');
    await userEvent.keyboard('{ArrowRight}{Home}');
    expect(screen.getByText('1: a')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(screen.getByText('2: b')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Previous' }));
    expect(screen.getByText('1: a')).toBeTruthy();
    // At the end it stays where it is, with the focus: keys still reach the viewer.
    await userEvent.click(screen.getByRole('button', { name: 'Previous' }));
    expect(screen.getByText('1: a')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Previous' }));
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('opens at the picture that was pressed without passing by others, and shows the one at which a way has ended', () => {
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(100);
    const scrollTo = vi.spyOn(Element.prototype, 'scrollTo');
    render(
      <Lightbox slides={slides} open="c" onClose={vi.fn()} labels={labels}>
        {() => null}
      </Lightbox>,
    );
    expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ left: 200, behavior: 'instant' });
    const track = screen.getByRole('group', { name: 'Pictures' });
    track.scrollLeft = 200;
    fireEvent.keyDown(track, { key: 'Home' });
    expect(screen.getByText('1 of 3')).toBeTruthy();
    // A finger, or the page becoming another size, stopped it half-way.
    track.scrollLeft = 100;
    fireEvent.scroll(track);
    expect(screen.getByText('1 of 3')).toBeTruthy();
    fireEvent(track, new Event('scrollend'));
    expect(screen.getByText('2 of 3')).toBeTruthy();
    vi.restoreAllMocks();
  });

  it('takes the focus at once, whatever else is moving on the page', () => {
    function Opened() {
      const [open, setOpen] = useState<string | null>(null);
      return (
        <>
          <button type="button" onClick={() => setOpen('a')}>
            Open
          </button>
          <Lightbox slides={slides} open={open} onClose={vi.fn()} labels={labels}>
            {() => null}
          </Lightbox>
        </>
      );
    }
    render(<Opened />);
    // Something is still fading, and the press comes from a keyboard or a screen reader: react-aria would wait.
    fireEvent(document.body, Object.assign(new Event('transitionrun', { bubbles: true }), { propertyName: 'opacity' }));
    fireEvent.click(screen.getByRole('button', { name: 'Open' }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }));
    fireEvent(document.body, Object.assign(new Event('transitionend', { bubbles: true }), { propertyName: 'opacity' }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }));
  });

  it('looks closer with keys and buttons, and shows every other picture whole', async () => {
    const onMissing = vi.fn();
    const closer = slides.map((slide) => ({ ...slide, original: `/${slide.id}-original.jpg` }));
    render(
      <Lightbox slides={closer} open="b" onClose={vi.fn()} onMissing={onMissing} labels={labels}>
        {() => null}
      </Lightbox>,
    );
    const source = () => screen.getByRole('img', { name: 'Picture b' }).getAttribute('src');
    expect(screen.getByRole('button', { name: 'Smaller' }).getAttribute('aria-disabled')).toBe('true');
    expect(source()).toBe('/b.jpg');
    await userEvent.keyboard('+');
    expect(screen.getByText('150 %')).toBeTruthy();
    expect(source()).toBe('/b-original.jpg');
    // Closer, the arrow keys move the picture; the buttons still lead on, and then it is whole.
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByText('2 of 3')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Larger' }));
    expect(screen.getByText('225 %')).toBeTruthy();
    for (let press = 0; press < 5; press += 1) await userEvent.keyboard('+');
    expect(screen.getByText('400 %')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Larger' }).getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect([screen.getByText('3 of 3'), screen.getByText('100 %')]).toHaveLength(2);
    await userEvent.keyboard('{Home}++0');
    expect(screen.getByText('100 %')).toBeTruthy();
    fireEvent.error(screen.getByRole('img', { name: 'Picture a' }));
    expect(screen.getByText('Not there')).toBeTruthy();
    expect(onMissing).toHaveBeenCalledOnce();
  });

  it('compares a picture with what lies over it, where there is something', async () => {
    const over = { src: '/before.jpg', left: 0.1, top: 0, width: 0.5, height: 0.5 };
    render(
      <Lightbox
        slides={slides.map((slide) => ({ ...slide, compare: slide.id === 'a' ? over : null }))}
        open="a"
        onClose={vi.fn()}
        labels={labels}
        isComparing
      >
        {() => null}
      </Lightbox>,
    );
    const slider = screen.getByRole('slider', { name: 'Before' });
    slider.focus();
    await userEvent.keyboard('{ArrowRight}');
    expect((slider as HTMLInputElement).value).toBe('0.51');
    expect(screen.getByText('1 of 3')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(screen.queryByRole('slider')).toBeNull();
  });

  it('is not there while nothing is open', () => {
    render(
      <Lightbox slides={slides} open={null} onClose={vi.fn()} labels={labels}>
        {() => null}
      </Lightbox>,
    );
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('Menu', () => {
  it('opens by keyboard and runs what is chosen', async () => {
    const onAction = vi.fn();
    render(<Menu label="Menu of Anna" trigger="AM" items={[{ id: 'out', label: 'Sign out', onAction }]} />);
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /Menu of Anna/ }));
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('menuitem', { name: 'Sign out' })).toBeTruthy();
    await userEvent.keyboard('{Enter}');
    expect(onAction).toHaveBeenCalledOnce();
  });
});
