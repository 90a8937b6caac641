import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Button, Table, type TableColumn } from '.';

interface Person {
  id: string;
  name: string;
  age: number;
}

const people: Person[] = [
  { id: 'a', name: 'Anna', age: 41 },
  { id: 'b', name: 'Beat', age: 36 },
];
const onPress = vi.fn();
const columns: TableColumn<Person>[] = [
  { id: 'name', title: 'Name', renderCell: ({ name }) => name, isSortable: true },
  { id: 'age', title: 'Age', renderCell: ({ age }) => age, isSortable: true, isNumeric: true },
  {
    id: 'act',
    title: 'Actions',
    isTitleHidden: true,
    renderCell: ({ name }) => <Button onPress={() => onPress(name)}>{`Block ${name}`}</Button>,
  },
];

afterEach(() => {
  onPress.mockReset();
  vi.restoreAllMocks();
});

describe('Table', () => {
  it('names its columns and its rows, and says how it is sorted', () => {
    render(
      <Table
        label="People"
        columns={columns}
        rows={people}
        sort={{ column: 'age', direction: 'descending' }}
        empty="Nobody"
      />,
    );
    const table = screen.getByRole('grid', { name: 'People' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((header) => [header.textContent, header.getAttribute('aria-sort')]),
    ).toEqual([
      ['Name', 'none'],
      ['Age', 'descending'],
      ['Actions', null],
    ]);
    expect(
      within(table)
        .getAllByRole('rowheader')
        .map((header) => header.textContent),
    ).toEqual(['Anna', 'Beat']);
  });

  it('asks for another order, by pointer and by keyboard', async () => {
    const onSortChange = vi.fn();
    render(
      <Table
        label="People"
        columns={columns}
        rows={people}
        sort={{ column: 'age', direction: 'ascending' }}
        onSortChange={onSortChange}
        empty="Nobody"
      />,
    );
    await userEvent.click(screen.getByRole('columnheader', { name: 'Age' }));
    expect(onSortChange).toHaveBeenLastCalledWith({ column: 'age', direction: 'descending' });
    await userEvent.keyboard('{ArrowLeft}{Enter}');
    expect(onSortChange).toHaveBeenLastCalledWith({ column: 'name', direction: 'ascending' });
  });

  it('is one stop for Tab, and the arrow keys reach the button of a row', async () => {
    const onRowAction = vi.fn();
    render(<Table label="People" columns={columns} rows={people} onRowAction={onRowAction} empty="Nobody" />);
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(onRowAction).toHaveBeenCalledExactlyOnceWith('b');
    await userEvent.keyboard('{ArrowLeft}');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Block Beat' }));
    await userEvent.keyboard('{Enter}');
    expect(onPress).toHaveBeenCalledExactlyOnceWith('Beat');
    expect(onRowAction).toHaveBeenCalledOnce();
    await userEvent.tab();
    expect(document.activeElement).toBe(document.body);
  });

  it('says that there is nothing, or that it is loading', () => {
    const { rerender } = render(<Table label="People" columns={columns} rows={[]} empty="Nobody" />);
    expect(screen.getByText('Nobody')).toBeTruthy();
    rerender(
      <Table label="People" columns={columns} rows={[]} empty="Nobody" loading={{ rows: 3, label: 'Loading' }} />,
    );
    expect(screen.queryByText('Nobody')).toBeNull();
    expect(screen.getByRole('grid').closest('[aria-busy=true]')).not.toBeNull();
    expect(screen.getAllByRole('rowheader').map((header) => header.textContent)).toEqual([
      'Loading',
      'Loading',
      'Loading',
    ]);
  });

  it('can be moved sideways by keyboard where it is wider than its place, and only there', () => {
    const { unmount } = render(<Table label="People" columns={columns} rows={people} empty="Nobody" />);
    expect(screen.queryByRole('region')).toBeNull();
    unmount();
    vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(640);
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(350);
    render(<Table label="People" columns={columns} rows={people} empty="Nobody" />);
    expect(screen.getByRole('region', { name: 'People' }).tabIndex).toBe(0);
  });
});
