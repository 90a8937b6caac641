import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Button, Checkbox, PasswordField, Segmented, Select, TextField } from '.';

describe('Button', () => {
  it('does nothing while it is pending, and keeps its focus', async () => {
    const onPress = vi.fn();
    const { rerender } = render(<Button onPress={onPress}>Go</Button>);
    await userEvent.click(screen.getByRole('button', { name: 'Go' }));
    rerender(
      <Button onPress={onPress} isPending>
        Go
      </Button>,
    );
    await userEvent.click(screen.getByRole('button'));
    expect(onPress).toHaveBeenCalledOnce();
    expect(screen.getByRole('button')).toBe(document.activeElement);
  });
});

describe('TextField', () => {
  it('is described by its error', () => {
    render(<TextField label="Name" value="" error="Missing" description="As in your passport" />);
    const field = screen.getByRole('textbox', { name: 'Name' });
    expect(field.getAttribute('aria-invalid')).toBe('true');
    const described = (field.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent);
    expect(described).toEqual(expect.arrayContaining(['Missing', 'As in your passport']));
  });

  it('shows a password only on request', async () => {
    render(<PasswordField label="Password" value="secret" showLabel="Show" hideLabel="Hide" />);
    const field = screen.getByLabelText('Password');
    expect(field.getAttribute('type')).toBe('password');
    await userEvent.click(screen.getByRole('button', { name: 'Show' }));
    expect(field.getAttribute('type')).toBe('text');
    await userEvent.click(screen.getByRole('button', { name: 'Hide' }));
    expect(field.getAttribute('type')).toBe('password');
  });
});

describe('Checkbox', () => {
  it('is ticked with the space bar and says why it must be', async () => {
    const onChange = vi.fn();
    render(
      <Checkbox onChange={onChange} error="Needed">
        I agree
      </Checkbox>,
    );
    const box = screen.getByRole('checkbox', { name: /I agree/ });
    expect(box.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Needed')).toBeTruthy();
    await userEvent.tab();
    await userEvent.keyboard(' ');
    expect(onChange).toHaveBeenCalledExactlyOnceWith(true);
  });
});

describe('Segmented', () => {
  it('is a radio group that the arrow keys move through', async () => {
    function Example() {
      const [value, setValue] = useState<'left' | 'right'>('left');
      return (
        <Segmented
          label="Side"
          value={value}
          onChange={setValue}
          options={[
            { value: 'left', label: 'Left' },
            { value: 'right', label: 'Right' },
          ]}
        />
      );
    }
    render(<Example />);
    expect(screen.getByRole('radiogroup', { name: 'Side' })).toBeTruthy();
    await userEvent.tab();
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Right' }).checked).toBe(true);
  });
});

describe('Select', () => {
  it('offers its options and leaves disabled ones alone', async () => {
    const onChange = vi.fn();
    render(
      <Select
        label="Profile"
        placeholder="Choose"
        value={null}
        onChange={onChange}
        options={[
          { id: 'a', label: 'Anna', detail: 'Training', isDisabled: true },
          { id: 'b', label: 'Beat' },
        ]}
      />,
    );
    await userEvent.click(screen.getByRole('button', { name: /Profile/ }));
    expect(screen.getByRole('option', { name: /Anna/ }).getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(screen.getByRole('option', { name: 'Beat' }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith('b');
  });
});
