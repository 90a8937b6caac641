import type { ReactNode } from 'react';
import { text, type TextKey } from '~/lib/i18n';
import type { DocumentHead } from './document/document';
import { SiteFrame } from './frame/site-frame';

/** A document of the app: its scripts draw the screen; until then there is what `content` says. */
export interface Shell {
  file: string;
  head: DocumentHead;
  content: ReactNode;
  /** Paths it answers to: `*` is one segment, `**` the rest or nothing. */
  patterns: readonly string[];
}

const IMAGE = '/og/home.jpg';

function NoScript() {
  return (
    <noscript>
      <p>{text('site.shells.noScript')}</p>
    </noscript>
  );
}

function shell(file: string, about: TextKey, patterns: readonly string[], content: ReactNode): Shell {
  return {
    file,
    patterns,
    head: {
      path: patterns[0]!,
      title: about === 'site.shells.app.title' ? text(about) : text('shell.title', { title: text(about) }),
      description: text('site.shells.app.description'),
      image: IMAGE,
      isIndexed: false,
    },
    content,
  };
}

/** Every document of the app. Together with the pages they cover the router's paths; a test compares. */
export function shells(): Shell[] {
  return [
    shell(
      'auth.html',
      'site.shells.auth.title',
      ['/auth', '/reset-password', '/verify-email', '/confirm-email', '/bestellen'],
      <SiteFrame>
        <NoScript />
      </SiteFrame>,
    ),
    shell('app.html', 'site.shells.app.title', ['/app/**', '/admin/**'], <NoScript />),
  ];
}

/** Paths that only lead elsewhere, where there is no page: of a style that has come since the pages were rendered, for instance; `*` stands for the same segment on both sides. */
export const REDIRECTS: Record<string, string> = {
  '/styles/*': '/app/styles/*',
  '/favicon.ico': '/icons/icon-192.png',
};

/** Where a path leads that is no page but lies below one. */
export const FALLBACKS: Record<string, string> = { '/blog/*': '/blog' };
