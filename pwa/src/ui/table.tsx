import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Cell, Column, Row, Table as AriaTable, TableBody, TableHeader } from 'react-aria-components/Table';
import { Icon } from './icons';
import { Skeleton } from './skeleton';
import styles from './table.module.css';
import { VisuallyHidden } from './visually-hidden';

export interface TableColumn<Item> {
  id: string;
  title: string;
  renderCell(item: Item): ReactNode;
  isSortable?: boolean;
  /** Numbers stand under each other. */
  isNumeric?: boolean;
  /** Names the row for screen readers; the first column unless given. */
  isRowHeader?: boolean;
  /** The title is only read: a column of buttons explains itself. */
  isTitleHidden?: boolean;
}

export interface TableSort {
  column: string;
  direction: 'ascending' | 'descending';
}

export interface TableProps<Item extends { id: string }> {
  /** What the table lists, for screen readers. */
  label: string;
  columns: readonly TableColumn<Item>[];
  /** The rows as they are shown: sorting them is the caller's, who may have them sorted elsewhere. */
  rows: readonly Item[];
  sort?: TableSort;
  onSortChange?(sort: TableSort): void;
  /** A press on a row, or Enter: opens what it stands for. */
  onRowAction?(id: string): void;
  /** What stands there when there is no row. */
  empty: ReactNode;
  /** While they are loading: how many rows stand in, and what is read of them. */
  loading?: { rows: number; label: string };
}

/** Whether something is wider than its frame, by more than rounding: looked at after every drawing, and when the window changes. */
function useSticksOut() {
  const frame = useRef<HTMLDivElement>(null);
  const [sticksOut, setSticksOut] = useState(false);
  useEffect(() => {
    const measure = () => {
      if (frame.current) setSticksOut(frame.current.scrollWidth > frame.current.clientWidth + 1);
    };
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  });
  return { frame, sticksOut };
}

/**
 * Rows and columns with hairlines. One stop for Tab; the arrow keys go from cell to cell and to the buttons in them. Where the table
 * is wider than the screen it moves sideways in its frame, which then takes the focus too: nothing else would move it by keyboard.
 */
export function Table<Item extends { id: string }>({
  label,
  columns,
  rows,
  sort,
  onSortChange,
  onRowAction,
  empty,
  loading,
}: TableProps<Item>) {
  const { frame, sticksOut } = useSticksOut();
  const header = columns.find(({ isRowHeader }) => isRowHeader) ?? columns[0];
  return (
    <div
      ref={frame}
      className={styles.frame}
      aria-busy={loading ? true : undefined}
      {...(sticksOut ? { role: 'region', 'aria-label': label, tabIndex: 0 } : {})}
    >
      <AriaTable
        aria-label={label}
        className={styles.table}
        sortDescriptor={sort}
        onSortChange={({ column, direction }) => onSortChange?.({ column: String(column), direction })}
        onRowAction={onRowAction && !loading ? (key) => onRowAction(String(key)) : undefined}
      >
        <TableHeader className={styles.head}>
          {columns.map(({ id, title, isSortable, isNumeric, isTitleHidden }) => (
            <Column
              key={id}
              id={id}
              isRowHeader={id === header?.id}
              allowsSorting={isSortable}
              textValue={title}
              className={styles.column}
              data-numeric={isNumeric || undefined}
            >
              <span className={styles.title}>
                {isTitleHidden ? <VisuallyHidden>{title}</VisuallyHidden> : title}
                {isSortable ? <Icon name="arrow-down" size="small" /> : null}
              </span>
            </Column>
          ))}
        </TableHeader>
        <TableBody renderEmptyState={() => <div className={styles.empty}>{empty}</div>}>
          {loading
            ? Array.from({ length: loading.rows }, (_, index) => (
                <Row key={index} id={`loading-${index}`} className={styles.row}>
                  {columns.map(({ id }) => (
                    <Cell key={id} className={styles.cell}>
                      {id === header?.id ? <VisuallyHidden>{loading.label}</VisuallyHidden> : null}
                      <Skeleton shape="line" />
                    </Cell>
                  ))}
                </Row>
              ))
            : rows.map((item) => (
                <Row key={item.id} id={item.id} className={styles.row} data-leads={onRowAction ? '' : undefined}>
                  {columns.map(({ id, renderCell, isNumeric }) => (
                    <Cell key={id} className={styles.cell} data-numeric={isNumeric || undefined}>
                      {renderCell(item)}
                    </Cell>
                  ))}
                </Row>
              ))}
        </TableBody>
      </AriaTable>
    </div>
  );
}
