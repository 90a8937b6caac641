import { fill } from './fill';
import { headingsOf, readContent, toHtml } from './markdown';

/** The categories of the blog, in the order they are shown. */
export const BLOG_CATEGORIES = ['bewerbung', 'linkedin', 'ai'] as const;
export type BlogCategory = (typeof BLOG_CATEGORIES)[number];

interface Matter {
  title: string;
  description: string;
  metaTitle: string;
  metaDescription: string;
  /** ISO day. */
  date: string;
  /** ISO day of the last change to what it says. */
  updated: string;
  /** Reading time. */
  minutes: string;
  keywords: string;
  /** A sentence for each of its pictures (pages/article-drawings.tsx). */
  pictured: string[];
}

export interface Article extends Omit<Matter, 'minutes'> {
  category: BlogCategory;
  slug: string;
  path: string;
  minutes: number;
  headings: { id: string; text: string }[];
  html: string;
}

const files = import.meta.glob<string>('../../content/blog/*/*.md', { query: '?raw', import: 'default', eager: true });

/** Every article with its placeholders filled, oldest first. */
export function readArticles(values: object): Article[] {
  return Object.entries(files)
    .map(([file, text]) => {
      const [, category, slug] = /blog\/([\w-]+)\/([\w-]+)\.md$/.exec(file)!;
      const { matter, body } = readContent<Matter>(fill(text, values));
      return {
        ...matter,
        minutes: Number(matter.minutes),
        category: category as BlogCategory,
        slug: slug!,
        path: `/blog/${category}/${slug}`,
        headings: headingsOf(body),
        html: toHtml(body),
      };
    })
    .toSorted((a, b) => a.date.localeCompare(b.date));
}
