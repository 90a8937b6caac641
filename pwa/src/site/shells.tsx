import type { ReactNode } from 'react';
import { facts } from '~/lib/facts';
import { text, type TextKey } from '~/lib/i18n';
import type { DocumentHead } from './document/document';
import { SiteFrame } from './frame/site-frame';
import { WaitingDashboard, WaitingForm, WaitingOrder, WaitingVote, WaitingWizard } from './frame/waiting';

/** What a screen needs at once, besides what every screen does: fetched side by side with the app, not one after the other. */
export interface Ahead {
  /** Sources of its own scripts, by their names in Vite's manifest. */
  sources: readonly string[];
  /** Paths of what it asks the API, exactly as it asks: what everybody gets, and what only a customer does. */
  answers: readonly string[];
  ownAnswers: readonly string[];
}

/** A document of the app: its scripts draw the screen; until then there is what `content` says. */
export interface Shell {
  file: string;
  head: DocumentHead;
  content: ReactNode;
  /** The same for who has a session: nobody else stays on the screen. */
  customerContent: ReactNode;
  /** Paths it answers to, the first document that has one counts: `*` is one segment, `**` the rest or nothing. */
  patterns: readonly string[];
  ahead: Ahead;
}

const IMAGE = '/og/home.jpg';

function NoScript() {
  return (
    <noscript>
      <p>{text('site.shells.noScript')}</p>
    </noscript>
  );
}

const screen = (...routes: string[]): string[] => routes.map((route) => `src/routes/${route}.tsx?tsr-split=component`);
const words = (...names: string[]): string[] => names.map((name) => `src/locales/de-CH/${name}.json`);
const answers = (...paths: string[]): string[] => paths.map((path) => `/api/v1/${path}`);

const ME = answers('me');
const APP: Ahead = { sources: [], answers: [], ownAnswers: ME };

interface About {
  title: TextKey;
  description?: TextKey;
  patterns: readonly string[];
  content?: ReactNode;
  customerContent?: ReactNode;
  ahead?: Ahead;
}

const shell = (
  file: string,
  {
    title,
    description = 'site.shells.app.description',
    patterns,
    content = <NoScript />,
    customerContent = content,
    ahead = APP,
  }: About,
): Shell => ({
  file,
  patterns,
  head: {
    path: patterns[0]!,
    title: title === 'site.shells.app.title' ? text(title) : text('shell.title', { title: text(title) }),
    description: text(description),
    image: IMAGE,
    isIndexed: false,
  },
  content,
  customerContent,
  ahead,
});

const framed = (screen: ReactNode = <WaitingForm />) => (
  <SiteFrame>
    {screen}
    <NoScript />
  </SiteFrame>
);

const waiting = (screen: ReactNode) => (
  <>
    {screen}
    <NoScript />
  </>
);

/** Every document of the app. Together with the pages they cover the router's paths; a test compares. */
export function shells(): Shell[] {
  const auth = 'site.shells.auth.title';
  const app = 'site.shells.app.title';
  return [
    shell('auth.html', {
      title: auth,
      description: 'site.shells.auth.description',
      patterns: ['/auth'],
      content: framed(),
      ahead: {
        sources: [...screen('_public', '_public/auth'), ...words('site', 'accounts')],
        answers: answers('service'),
        ownAnswers: [],
      },
    }),
    shell('account.html', {
      title: auth,
      description: 'site.shells.auth.description',
      patterns: ['/reset-password', '/verify-email', '/confirm-email'],
      content: framed(),
      ahead: { sources: [...screen('_public'), ...words('site')], answers: [], ownAnswers: [] },
    }),
    shell('order.html', {
      title: auth,
      description: 'site.shells.auth.description',
      patterns: ['/bestellen'],
      // Visitors are led to registration.
      content: framed(),
      customerContent: framed(<WaitingOrder />),
      ahead: {
        sources: [...screen('_public', '_public/bestellen'), ...words('site', 'billing-order')],
        answers: [],
        ownAnswers: ME,
      },
    }),
    shell('vote.html', {
      title: 'site.shells.vote.title',
      description: 'site.shells.vote.description',
      patterns: ['/auswahl'],
      content: framed(<WaitingVote />),
      ahead: {
        sources: [...screen('_public', '_public/auswahl'), ...words('site', 'votes')],
        answers: [],
        ownAnswers: [],
      },
    }),
    shell('dashboard.html', {
      title: app,
      patterns: ['/app'],
      customerContent: waiting(<WaitingDashboard />),
      ahead: {
        sources: [...screen('_app/app.index'), ...words('dashboard-screen')],
        answers: [],
        ownAnswers: [
          ...ME,
          ...answers('ai-profiles', `generations?limit=${facts.dashboard.recentGenerations}`, 'subscription'),
        ],
      },
    }),
    shell('wizard.html', {
      title: app,
      patterns: ['/app/profile-wizard'],
      customerContent: waiting(<WaitingWizard />),
      ahead: {
        sources: [...screen('_app/app.profile-wizard'), ...words('ai-profiles-wizard')],
        answers: [],
        ownAnswers: [...ME, ...answers('ai-profiles', 'consents', 'plans', 'credit-packs')],
      },
    }),
    shell('app.html', { title: app, patterns: ['/app/**', '/admin/**'] }),
  ];
}

/** Paths that only lead elsewhere, where there is no page: of a style that has come since the pages were rendered, for instance; `*` stands for the same segment on both sides. */
export const REDIRECTS: Record<string, string> = {
  '/styles/*': '/app/styles/*',
  '/favicon.ico': '/icons/icon-192.png',
};

/** Where a path leads that is no page but lies below one. */
export const FALLBACKS: Record<string, string> = {
  '/blog/*': '/blog',
  '/faq': '/pricing#faq',
  '/legal': '/legal/imprint',
};
