import { formatDate } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { TextLink } from '~/ui/text-link';
import type { Article } from '../content/articles';
import type { Copy } from '../content/copy';
import styles from './blog.module.css';

/** Day and reading time. */
export function ArticleFacts({ article }: { article: Article }) {
  const t = useText();
  return (
    <p className={styles.facts}>
      <time dateTime={article.date}>{formatDate(article.date)}</time>
      <span>{t('site.blog.minutes', { minutes: article.minutes })}</span>
    </p>
  );
}

/** Day, reading time, last change, and who answers for what it says. */
export function ArticleByline({ article, words }: { article: Article; words: Copy['blog']['byline'] }) {
  return (
    <div className={styles.byline}>
      <ArticleFacts article={article} />
      <p className={styles.facts}>
        <time dateTime={article.updated}>{words.updated.replace('{date}', () => formatDate(article.updated))}</time>
        <span>{words.author}</span>
        <TextLink href="/legal/imprint">{words.responsible}</TextLink>
      </p>
    </div>
  );
}

/** Articles one under the other: title, what it is about, day and reading time. */
export function ArticleList({ articles, heading: Heading }: { articles: readonly Article[]; heading: 'h2' | 'h3' }) {
  return (
    <ul className={styles.articles}>
      {articles.map((article) => (
        <li key={article.path} className={styles.article}>
          <ArticleFacts article={article} />
          <div>
            <Heading className={styles.articleTitle}>
              <TextLink href={article.path} variant="plain">
                {article.title}
              </TextLink>
            </Heading>
            <p className={styles.about}>{article.description}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
