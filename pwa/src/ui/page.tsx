import type { ReactNode } from 'react';
import { classNames } from './class-names';
import styles from './page.module.css';

export interface PageHeaderProps {
  /** Above the title: the state, the way back. */
  above?: ReactNode;
  title: ReactNode;
  /** Below the title: one or two quiet sentences. */
  lead?: ReactNode;
  actions?: ReactNode;
  /** Spaced as on the rendered public pages, which stand in its place until it is there. */
  isPublic?: boolean;
}

/** The head of a screen: title, a quiet line, and the actions at its end. */
export function PageHeader({ above, title, lead, actions, isPublic = false }: PageHeaderProps) {
  return (
    <header className={styles.header} data-public={isPublic || undefined}>
      <div className={styles.words}>
        {above}
        <h1 className={styles.title}>{title}</h1>
        {lead ? <p className={styles.lead}>{lead}</p> : null}
      </div>
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </header>
  );
}

export interface SectionProps {
  title: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
  id?: string;
  /** Says that its content is still loading. */
  isBusy?: boolean;
}

/** A part of a screen under a heading. */
export function Section({ title, aside, children, id, isBusy }: SectionProps) {
  return (
    <section id={id} className={styles.section} aria-busy={isBusy || undefined}>
      <div className={styles.sectionHead}>
        <h2>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** What stands where a list or a thing would be: nothing there yet, or not found, or not loaded. */
export function EmptyState({
  title,
  children,
  action,
  tone,
  isScreen = false,
}: {
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  tone?: 'bad';
  /** Whether it is all of a screen: then its title is the screen's heading. */
  isScreen?: boolean;
}) {
  const Title = isScreen ? 'h1' : 'p';
  return (
    <div className={styles.blank} data-tone={tone} role={tone === 'bad' ? 'alert' : undefined}>
      {title ? <Title className={styles.blankTitle}>{title}</Title> : null}
      {children ? <div className={styles.blankText}>{children}</div> : null}
      {action ? <div className={styles.blankAction}>{action}</div> : null}
    </div>
  );
}

/** A narrow column for forms and single sentences. */
export function Column({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={classNames(styles.column, className)}>{children}</div>;
}

/** A form in its column and, below it or where there is room beside it, what is good to know. */
export function Explained({
  title,
  notes,
  children,
}: {
  title: ReactNode;
  notes: readonly ReactNode[];
  children: ReactNode;
}) {
  return (
    <div className={styles.explained}>
      <Column>{children}</Column>
      <section className={styles.notes}>
        <h2>{title}</h2>
        <ul>
          {notes.map((note, index) => (
            <li key={index}>{note}</li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** Pairs of a term and its value, divided by hairlines. */
export function Terms({ rows }: { rows: readonly (readonly [term: ReactNode, value: ReactNode])[] }) {
  return (
    <dl className={styles.terms}>
      {rows.map(([term, value], index) => (
        <div key={index} className={styles.term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
