import type { ReactNode } from 'react';
import { EmptyState, Rows } from '~/ui';
import { LoadMore } from './load-more';
import type { Page } from './use-next';
import { usePages } from './use-pages';

export interface PagedRowsProps<Item> {
  first: Page<Item>;
  load(cursor: string): Promise<Page<Item>>;
  label: string;
  /** What is said where there is none. */
  empty: string;
  children: (item: Item) => ReactNode;
}

/** A list that comes page by page, and the way to its older entries. */
export function PagedRows<Item>({ first, load, label, empty, children }: PagedRowsProps<Item>) {
  const { items, ...more } = usePages(first, load);
  return (
    <>
      {items.length === 0 ? <EmptyState>{empty}</EmptyState> : <Rows label={label}>{items.map(children)}</Rows>}
      <LoadMore {...more} />
    </>
  );
}
