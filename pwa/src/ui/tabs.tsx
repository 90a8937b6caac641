import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs';
import styles from './tabs.module.css';

export interface TabItem<Id extends string> {
  id: Id;
  label: ReactNode;
  content: ReactNode;
  isDisabled?: boolean;
}

export interface TabsProps<Id extends string> {
  /** What the tabs are about, for screen readers. */
  label: string;
  items: readonly TabItem<Id>[];
  selected: Id;
  onChange(id: NoInfer<Id>): void;
}

/** Parts of one thing in the same place, one shown at a time; arrow keys go from tab to tab. */
export function Tabs<Id extends string>({ label, items, selected, onChange }: TabsProps<Id>) {
  return (
    <AriaTabs selectedKey={selected} onSelectionChange={(id) => onChange(id as Id)} className={styles.tabs}>
      <TabList aria-label={label} className={styles.list}>
        {items.map(({ id, label: name, isDisabled }) => (
          <Tab key={id} id={id} isDisabled={isDisabled} className={styles.tab}>
            {name}
          </Tab>
        ))}
      </TabList>
      {items.map(({ id, content }) => (
        <TabPanel key={id} id={id} className={styles.panel}>
          {content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
