import { useText } from '~/lib/i18n';
import { Breadcrumbs } from '~/ui/breadcrumbs';
import { LinkButton } from '~/ui/link-button';
import { Picture } from '~/ui/picture';
import { TextLink } from '~/ui/text-link';
import { BLOG_CATEGORIES, type Article, type BlogCategory } from '../content/articles';
import type { Copy } from '../content/copy';
import { ArticleByline, ArticleList } from './article-list';
import { CategoryIcon } from './category-icon';
import { Illustration } from './illustration';
import { Contents } from './contents';
import styles from './blog.module.css';
import { PageHead, Prose } from './parts';

/** The picture that stands for each category. */
const SCENES: Record<BlogCategory, string> = { bewerbung: 'studio-grey', linkedin: 'linkedin', ai: 'two-tone' };

/** The three categories. */
export function BlogPage({ copy, articles }: { copy: Copy['blog']; articles: readonly Article[] }) {
  const t = useText();
  return (
    <>
      <PageHead title={copy.title} lead={copy.lead} />
      <ul className={styles.categories}>
        {BLOG_CATEGORIES.map((category) => (
          <li key={category}>
            <a href={`/blog/${category}`} className={styles.category}>
              <Picture
                src={`/previews/${SCENES[category]}-640.webp`}
                avifSet={`/previews/${SCENES[category]}-640.avif 640w`}
                sizes="(min-width: 768px) 30vw, 40vw"
                alt={t(`site.blog.figure.${category}`)}
                shape="square"
                isFigure
                eager
              />
              <span className={styles.categoryWords}>
                <span className={styles.categoryTitle}>{copy.categories[category]!.title}</span>
                <span className={styles.about}>{copy.categories[category]!.description}</span>
                <span className={styles.facts}>
                  {t('site.blog.articles', { count: articles.filter((each) => each.category === category).length })}
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** One category with its articles. */
export function CategoryPage({
  category,
  copy,
  articles,
}: {
  category: BlogCategory;
  copy: Copy['blog'];
  articles: readonly Article[];
}) {
  const t = useText();
  const { title, description } = copy.categories[category]!;
  return (
    <>
      <PageHead
        above={
          <>
            <Breadcrumbs
              label={t('site.way.label')}
              links={[
                { id: 'home', link: <TextLink href="/">{t('site.way.home')}</TextLink> },
                { id: 'blog', link: <TextLink href="/blog">{t('site.way.blog')}</TextLink> },
              ]}
              current={title}
            />
            <CategoryIcon category={category} />
          </>
        }
        title={title}
        lead={description}
      />
      <ArticleList articles={articles.filter((each) => each.category === category)} heading="h2" />
      <div className={styles.end} data-screen-only>
        <LinkButton href="/blog">{t('site.blog.toBlog')}</LinkButton>
      </div>
    </>
  );
}

/** One article, with the way back above and below it. */
export function ArticlePage({
  article,
  others,
  copy,
}: {
  article: Article;
  others: readonly Article[];
  copy: Copy['blog'];
}) {
  const t = useText();
  const category = `/blog/${article.category}`;
  return (
    <article>
      <PageHead
        above={
          <TextLink href={category} variant="strong" data-screen-only>
            {t('site.blog.toCategory')}
          </TextLink>
        }
        title={article.title}
        lead={article.description}
        below={<ArticleByline article={article} words={copy.byline} />}
      />
      <Illustration article={article} />
      <div className={styles.body}>
        <Contents headings={article.headings} />
        <Prose html={article.html} className={styles.text} />
      </div>
      <footer className={styles.end} data-screen-only>
        <section>
          <h2>{t('site.blog.more')}</h2>
          <ArticleList articles={others} heading="h3" />
        </section>
        <LinkButton href={category}>{t(`site.blog.back.${article.category}`)}</LinkButton>
      </footer>
    </article>
  );
}
