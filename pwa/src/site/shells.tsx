import type { ReactNode } from 'react';
import { text, type TextKey } from '~/lib/i18n';
import type { DocumentHead } from './document/document';
import { SiteFrame } from './frame/site-frame';
import { CancellationAhead, ImageCheckAhead, MisuseAhead, WithdrawalAhead } from './pages/forms';
import type { SiteData } from './site-data';

/** A document of the app: its scripts draw the screen; until then, and for search engines, there is what `content` says. */
export interface Shell {
  file: string;
  head: DocumentHead;
  content: ReactNode;
  /** Whether `content` is what the app will show: then its styles and scripts come after it. */
  isRenderedAhead: boolean;
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

const framed = (content: ReactNode, path?: string): ReactNode => <SiteFrame path={path}>{content}</SiteFrame>;

/** A screen anybody may use, offered to search engines with what it is for. */
function open(
  path: string,
  file: string,
  about: 'imageCheck' | 'misuse' | 'cancellation' | 'withdrawal',
  content: ReactNode,
  image = IMAGE,
): Shell {
  const title = text(`site.shells.${about}.title`);
  const description = text(`site.shells.${about}.description`);
  return {
    file,
    patterns: [path],
    head: { path, title: text('shell.title', { title }), description, image, isIndexed: true },
    content: framed(content, path),
    isRenderedAhead: true,
  };
}

function closed(file: string, about: TextKey, patterns: readonly string[], content: ReactNode): Shell {
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
    isRenderedAhead: false,
  };
}

/** Every document of the app. Together with the pages they cover the router's paths; a test compares. */
export function shells({ operator }: SiteData): Shell[] {
  return [
    open(
      '/bild-pruefen',
      'bild-pruefen.html',
      'imageCheck',
      <ImageCheckAhead operator={operator} />,
      '/og/bild-pruefen.jpg',
    ),
    open('/missbrauch-melden', 'missbrauch-melden.html', 'misuse', <MisuseAhead operator={operator} />),
    open('/kuendigen', 'kuendigen.html', 'cancellation', <CancellationAhead operator={operator} />),
    open('/vertrag-widerrufen', 'vertrag-widerrufen.html', 'withdrawal', <WithdrawalAhead operator={operator} />),
    closed(
      'auth.html',
      'site.shells.auth.title',
      ['/auth', '/reset-password', '/verify-email', '/confirm-email', '/bestellen'],
      framed(<NoScript />),
    ),
    closed('app.html', 'site.shells.app.title', ['/app/**', '/admin/**'], <NoScript />),
  ];
}

/** Paths that only lead elsewhere, where there is no page: of a style that has come since the pages were rendered, for instance; `*` stands for the same segment on both sides. */
export const REDIRECTS: Record<string, string> = {
  '/styles/*': '/app/styles/*',
  '/favicon.ico': '/icons/icon-192.png',
};

/** Where a path leads that is no page but lies below one. */
export const FALLBACKS: Record<string, string> = { '/blog/*': '/blog' };
