import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { NumberField, RadioGroup, SearchField, Slider, TextArea } from '.';

const descriptionOf = (element: Element) =>
  (element.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent);

describe('Slider', () => {
  it('goes in steps and to its ends by keyboard, and says its value as it is written', async () => {
    const onChangeEnd = vi.fn();
    function Example() {
      const [value, setValue] = useState(1.5);
      return (
        <Slider
          label="Zoom"
          value={value}
          onChange={setValue}
          onChangeEnd={onChangeEnd}
          min={1}
          max={3}
          step={0.5}
          format={{ style: 'percent' }}
        />
      );
    }
    render(<Example />);
    const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Zoom' });
    await userEvent.tab();
    expect(document.activeElement).toBe(slider);
    await userEvent.keyboard('{ArrowRight}');
    expect([slider.value, slider.getAttribute('aria-valuetext')?.replace(/\s/u, '')]).toEqual(['2', '200%']);
    await userEvent.keyboard('{End}');
    expect(screen.getByRole('status').textContent).toMatch(/^300/);
    expect(onChangeEnd).toHaveBeenLastCalledWith(3);
  });

  it('stands still while it is disabled', () => {
    render(<Slider label="Zoom" value={2} onChange={vi.fn()} min={1} max={3} isDisabled />);
    expect(screen.getByRole<HTMLInputElement>('slider').disabled).toBe(true);
  });
});

describe('RadioGroup', () => {
  const options = [
    { value: 'all' as const, label: 'Everything', detail: 'Slow' },
    { value: 'new' as const, label: 'What is new', isDisabled: true },
    { value: 'none' as const, label: 'Nothing' },
  ];

  it('is chosen from with the arrow keys, past what is disabled', async () => {
    const onChange = vi.fn();
    render(<RadioGroup label="Letters" options={options} value="all" onChange={onChange} />);
    expect(descriptionOf(screen.getByRole('radio', { name: 'Everything' }))).toContain('Slow');
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}');
    expect(onChange).toHaveBeenCalledExactlyOnceWith('none');
  });

  it('says what is wrong', () => {
    render(
      <RadioGroup
        label="Letters"
        options={options}
        value={null}
        onChange={vi.fn()}
        description="You may change it"
        error="Please choose"
      />,
    );
    const group = screen.getByRole('radiogroup', { name: 'Letters' });
    expect(group.getAttribute('aria-invalid')).toBe('true');
    expect(descriptionOf(group)).toEqual(expect.arrayContaining(['You may change it', 'Please choose']));
  });
});

describe('SearchField', () => {
  it('searches with Enter, and is emptied with Escape or its button', async () => {
    const onSubmit = vi.fn();
    render(<SearchField label="Users" clearLabel="Clear" isLabelHidden onSubmit={onSubmit} />);
    const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Users' });
    await userEvent.type(field, 'anna{Enter}');
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith('anna');
    await userEvent.keyboard('{Escape}');
    expect(field.value).toBe('');
    await userEvent.type(field, 'beat');
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect([field.value, document.activeElement]).toEqual(['', field]);
  });
});

describe('NumberField', () => {
  it('is typed, and stepped with keys and buttons within its bounds; what was typed stands', async () => {
    const onChange = vi.fn();
    render(
      <NumberField
        label="Credits"
        defaultValue={2}
        minValue={1}
        maxValue={500}
        onChange={onChange}
        description="At least one"
      />,
    );
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Credits' });
    expect(descriptionOf(field)).toContain('At least one');
    const [less, more] = screen.getAllByRole<HTMLButtonElement>('button');
    await userEvent.click(less as HTMLElement);
    expect([field.value, less?.disabled]).toEqual(['1', true]);
    await userEvent.click(more as HTMLElement);
    await userEvent.click(field);
    await userEvent.keyboard('{ArrowUp}');
    expect(onChange).toHaveBeenLastCalledWith(3);
    await userEvent.clear(field);
    await userEvent.type(field, '9000');
    await userEvent.tab();
    expect([field.value, onChange.mock.lastCall]).toEqual(['9,000', [9000]]);
  });

  it('is described by its error', () => {
    render(<NumberField label="Credits" error="Missing" />);
    const field = screen.getByRole('textbox', { name: 'Credits' });
    expect([field.getAttribute('aria-invalid'), descriptionOf(field)]).toEqual(['true', ['Missing']]);
  });
});

describe('TextArea', () => {
  it('takes several lines', async () => {
    const onChange = vi.fn();
    render(<TextArea label="Reason" onChange={onChange} />);
    await userEvent.type(screen.getByRole('textbox', { name: 'Reason' }), 'one{Enter}two');
    expect(onChange).toHaveBeenLastCalledWith('one\ntwo');
  });
});
