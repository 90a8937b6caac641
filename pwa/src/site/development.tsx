import { APP_ENTRY, FORMS_ENTRY, SHELL_ENTRY, SITE_ENTRY, STYLES, type Build } from './document/assets';
import { renderSite } from './render-site';
import { shells } from './shells';
import type { SiteData } from './site-data';

const FONTS = ['src/ui/fonts/instrument-sans-latin.woff2', 'src/ui/fonts/instrument-serif-latin.woff2'];

/** The sources in place of what a build would have made of them. */
export const developmentBuild: Build = {
  app: Object.fromEntries([
    ...[SITE_ENTRY, SHELL_ENTRY, FORMS_ENTRY, ...FONTS, ...shells().flatMap(({ ahead }) => ahead.sources)].map(
      (name) => [name, { file: name }] as const,
    ),
    [APP_ENTRY, { file: 'src/main.tsx' }],
    [STYLES, { file: STYLES }],
  ]),
  site: { [STYLES]: { file: STYLES } },
  appCss: null,
};

/** A public page as the development server shows it; null where a path is the app's own. */
export async function renderForDevelopment(data: SiteData, path: string): Promise<string | null> {
  const { manifest, files } = await renderSite(data, developmentBuild, 'development');
  const name = manifest.pages[path];
  const html = name ? files.get(name) : undefined;
  // The styles come from their sources, by a script, as everything does here.
  return (
    html?.replace('</head>', '<script type="module" src="/src/site/client/development.ts"></script></head>') ?? null
  );
}
