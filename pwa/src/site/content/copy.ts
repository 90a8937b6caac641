import applications from '~/content/pages/bewerbungsfoto.json';
import judgements from '~/content/pages/bewertungen.json';
import blog from '~/content/pages/blog.json';
import faq from '~/content/pages/faq.json';
import home from '~/content/pages/home.json';
import linkedin from '~/content/pages/linkedin.json';
import pricing from '~/content/pages/pricing.json';
import style from '~/content/pages/style.json';
import styles from '~/content/pages/styles.json';
import companies from '~/content/pages/unternehmen.json';
import type { SiteData } from '../site-data';
import { fillAll } from './fill';
import { WITHOUT_PLAN } from './without-plan';

export interface Meta {
  title: string;
  description: string;
}

/** One part of a landing page; texts marked «md» may hold inline Markdown. */
export type CopySection =
  /** `isInApp`: its tiles open the styles where they can be started, not their public pages. */
  | { kind: 'styles'; title: string; all: string; slugs: string[]; isInApp?: boolean }
  /** The crops of the style beside the headline. */
  | { kind: 'formats'; title: string; lead?: string }
  /** `texts`: md. The receipt is a specimen in the words of the account. */
  | {
      kind: 'proof';
      title: string;
      texts: string[];
      receipt: { specimen: string; caption: string; moments: [string, string] };
    }
  /** `text`: md */
  | { kind: 'steps'; title: string; steps: { title: string; text: string }[] }
  /** `text`: md */
  | { kind: 'points'; title: string; lead?: string; points: { title: string; text: string }[] }
  | { kind: 'prose'; title: string; body: string }
  /** Cells: md. The first column is the heading of its row. */
  | { kind: 'table'; title: string; lead?: string; columns: string[]; rows: string[][] }
  | { kind: 'plans'; title: string; all: string }
  | { kind: 'faq'; title: string; ids: string[] }
  | { kind: 'articles'; title: string; slugs: string[] }
  | { kind: 'contact'; title: string; body: string };

export interface LandingCopy {
  meta: Meta;
  /** `style`: slug of the style that is shown beside the words. */
  hero: { headline: string; lead: string; start: string; note: string; style: string };
  trust: { value: string; text: string }[];
  sections: CopySection[];
  closing: { title: string; text: string; start: string };
}

export interface Question {
  id: string;
  question: string;
  /** Block Markdown. */
  answer: string;
}

export interface SceneWords {
  light: string;
  background: string;
  suits: string;
  avoid: string;
}

export interface Copy {
  landings: Record<'/' | '/bewerbungsfoto' | '/linkedin' | '/unternehmen', LandingCopy>;
  faq: Question[];
  pricing: { meta: Meta; lead: string; what: string; faq: { title: string; ids: string[] } };
  styles: { meta: Meta; lead: string };
  /** `meta`: with `{name}` and `{description}` of the style. `scenes`: by the scene of the style, which admins cannot change. */
  style: {
    meta: Meta;
    start: string;
    note: string;
    costs: string;
    about: string;
    labels: SceneWords;
    formats: { title: string; items: { key: string; name: string; size: string; where: string }[] };
    neighbours: string;
    all: string;
    scenes: Partial<Record<string, SceneWords>>;
  };
  /** `body`: block Markdown. */
  judgements: { meta: Meta; title: string; lead: string; sections: { title: string; body: string }[] };
  blog: {
    meta: Meta;
    title: string;
    lead: string;
    byline: { updated: string; author: string; responsible: string };
    categories: Record<string, { title: string; pageTitle?: string; description: string; metaDescription: string }>;
  };
}

const copy = {
  landings: { '/': home, '/bewerbungsfoto': applications, '/linkedin': linkedin, '/unternehmen': companies },
  faq: faq.items,
  pricing,
  styles,
  style,
  judgements,
  blog,
};

/** The words of the landing pages with their placeholders filled. */
export const readCopy = (values: object): Copy => fillAll(copy as unknown as Copy, values);

/** The questions with these ids, in this order. @throws Error for an id that no question has */
export function questionsOf(faq: readonly Question[], ids: readonly string[]): Question[] {
  return ids.map((id) => {
    const found = faq.find((each) => each.id === id);
    if (!found) throw new Error(`No question goes by ${id}.`);
    return found;
  });
}

/** The questions of the pricing page: that about credits without a plan only where such packs are sold. */
export const pricingQuestions = ({ faq: all, pricing: { faq } }: Copy, packs: SiteData['packs']): Question[] =>
  questionsOf(
    all,
    faq.ids.filter((id) => id !== WITHOUT_PLAN || packs.length > 0),
  );
