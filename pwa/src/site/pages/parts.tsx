import type { ReactNode } from 'react';
import { classNames } from '~/ui/class-names';
import { LinkButton } from '~/ui/link-button';
import { TextLink } from '~/ui/text-link';
import { keepTogether, toHtml, toInlineHtml } from '../content/markdown';
import type { Question } from '../content/copy';
import styles from './parts.module.css';

/** One line of Markdown. */
export const Inline = ({ text, className }: { text: string; className?: string }) => (
  <p className={className} dangerouslySetInnerHTML={{ __html: keepTogether(toInlineHtml(text)) }} />
);

/** A part of a page under its heading, with a link at its end. */
export function Part({
  title,
  lead,
  aside,
  id,
  children,
}: {
  title: string;
  lead?: ReactNode;
  aside?: ReactNode;
  id?: string;
  children: ReactNode;
}) {
  return (
    <section className={styles.part} id={id}>
      <div className={styles.partHead}>
        <h2>{title}</h2>
        {aside}
      </div>
      {lead ? <p className={styles.partLead}>{lead}</p> : null}
      {children}
    </section>
  );
}

export const More = ({ href, children }: { href: string; children: ReactNode }) => (
  <TextLink href={href} variant="strong">
    {children}
  </TextLink>
);

/** Running text with its own headings, lists and tables. */
export const Prose = ({ html, className }: { html: string; className?: string }) => (
  <div className={classNames(styles.prose, className)} dangerouslySetInnerHTML={{ __html: keepTogether(html) }} />
);

/** A part of a page that is running text. */
export function TextPart({ title, html, id }: { title: string; html: string; id?: string }) {
  return (
    <section className={styles.part} id={id}>
      <div className={styles.beside}>
        <h2>{title}</h2>
        <Prose html={html} />
      </div>
    </section>
  );
}

/** Two hairlines that say whether something is open. */
export const Sign = () => <span className={styles.sign} aria-hidden />;

/** Questions that open to their answers; the browser's own element, so that they work without scripts and can be searched. */
export function Faq({ questions }: { questions: readonly Question[] }) {
  return (
    <div className={styles.faq}>
      {questions.map(({ id, question, answer }) => (
        <details key={id} id={`faq-${id}`} className={styles.question}>
          <summary>
            <h3>{question}</h3>
            <Sign />
          </summary>
          <Prose html={toHtml(answer)} className={styles.answer} />
        </details>
      ))}
    </div>
  );
}

/** The last word of a page, and the way in. */
export function Closing({ title, text, start }: { title: string; text: string; start: string }) {
  return (
    <section className={styles.closing} data-closing>
      <h2>{title}</h2>
      <p className={styles.closingText}>{text}</p>
      <LinkButton href="/auth?mode=register" variant="primary">
        {start}
      </LinkButton>
    </section>
  );
}

/** What can be done from here, below the head of a page. */
export const Actions = ({ children }: { children: ReactNode }) => <div className={styles.actions}>{children}</div>;

/** A title whose words with a hyphen break there only where they are wider than the line. */
const Title = ({ text }: { text: string }) => (
  <h1>
    {text.split(/(\S*\p{L}-\p{L}\S*)/u).map((part, index) =>
      index % 2 ? (
        <span key={index} className={styles.whole}>
          {part}
        </span>
      ) : (
        part
      ),
    )}
  </h1>
);

/** The head of a page: title and a quiet line. */
export function PageHead({
  above,
  title,
  lead,
  below,
}: {
  above?: ReactNode;
  title: string;
  lead: ReactNode;
  below?: ReactNode;
}) {
  return (
    <header className={styles.head}>
      {above}
      <Title text={title} />
      {typeof lead === 'string' ? (
        <Inline text={lead} className={styles.headLead} />
      ) : (
        <p className={styles.headLead}>{lead}</p>
      )}
      {below}
    </header>
  );
}
