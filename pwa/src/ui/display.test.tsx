import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { FileDrop, Initials, Notice, Picture, ProgressBar } from '.';

describe('ProgressBar', () => {
  it('says how far it is, within its bounds', () => {
    const { rerender } = render(<ProgressBar label="Upload" fraction={0.416} />);
    expect(screen.getByRole('progressbar', { name: 'Upload' }).getAttribute('aria-valuenow')).toBe('42');
    rerender(<ProgressBar label="Upload" fraction={1.7} />);
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('100');
  });

  it('has no value while that is unknown', () => {
    render(<ProgressBar label="Waiting" />);
    expect(screen.getByRole('progressbar').hasAttribute('aria-valuenow')).toBe(false);
  });
});

describe('Picture', () => {
  it('shows its placeholder where it cannot be loaded, and tries a new address', () => {
    const { rerender } = render(<Picture src="/old.jpg" alt="Portrait" placeholder="Not here" />);
    fireEvent.error(screen.getByRole('img', { name: 'Portrait' }));
    expect(screen.getByText('Not here')).toBeTruthy();
    rerender(<Picture src="/new.jpg" alt="Portrait" placeholder="Not here" />);
    expect(screen.getByRole('img', { name: 'Portrait' }).getAttribute('src')).toBe('/new.jpg');
  });
});

describe('FileDrop', () => {
  it('hands over every chosen file', async () => {
    const onFiles = vi.fn();
    const { container } = render(
      <FileDrop label="Photos" accept={['image/jpeg']} onFiles={onFiles}>
        Add
      </FileDrop>,
    );
    const input = container.querySelector('input[type=file]');
    if (!(input instanceof HTMLInputElement)) throw new Error('There is no file input.');
    const files = [new File(['a'], 'a.jpg', { type: 'image/jpeg' }), new File(['b'], 'b.jpg', { type: 'image/jpeg' })];
    await userEvent.upload(input, files);
    expect(input.multiple).toBe(true);
    expect(onFiles).toHaveBeenCalledExactlyOnceWith(files);
  });
});

describe('Notice', () => {
  it('is announced only when it is bad', () => {
    const { rerender } = render(<Notice tone="caution">Careful</Notice>);
    expect(screen.queryByRole('alert')).toBeNull();
    rerender(<Notice tone="bad">Broken</Notice>);
    expect(screen.getByRole('alert').textContent).toBe('Broken');
  });
});

describe('Initials', () => {
  it.each([
    ['Anna Maria Muster', 'AM'],
    ['élodie', 'É'],
    ['👩‍🦰 «Zoë» 2', 'Z2'],
    ['👩‍🦰', '👩‍🦰'],
    ['', ''],
  ])('of %j are %j', (name, letters) => {
    const { container } = render(<Initials name={name} />);
    expect(container.textContent).toBe(letters);
  });
});
