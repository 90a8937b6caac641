import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Disclosure, DisclosureGroup, DisclosurePanel } from 'react-aria-components/DisclosureGroup';
import { Heading } from 'react-aria-components/Heading';
import styles from './accordion.module.css';
import { Icon } from './icons';

export interface AccordionItem {
  id: string;
  title: ReactNode;
  content: ReactNode;
  isDisabled?: boolean;
}

export interface AccordionProps {
  items: readonly AccordionItem[];
  /** Which level the titles have among the headings of the page. */
  level?: 2 | 3 | 4;
  /** Several may be open at a time; otherwise opening one closes the other. */
  allowsMany?: boolean;
  /** What is open at the beginning. */
  open?: readonly string[];
}

/** Questions with their answers below, opened one by one. What is closed is still found by the browser's search. */
export function Accordion({ items, level = 3, allowsMany = false, open = [] }: AccordionProps) {
  return (
    <DisclosureGroup allowsMultipleExpanded={allowsMany} defaultExpandedKeys={open} className={styles.group}>
      {items.map(({ id, title, content, isDisabled }) => (
        <Disclosure key={id} id={id} isDisabled={isDisabled} className={styles.item}>
          <Heading level={level} className={styles.heading}>
            <Button slot="trigger" className={styles.trigger}>
              <span>{title}</span>
              <Icon name="arrow-down" />
            </Button>
          </Heading>
          <DisclosurePanel className={styles.panel}>
            <div className={styles.content}>{content}</div>
          </DisclosurePanel>
        </Disclosure>
      ))}
    </DisclosureGroup>
  );
}
