/** What the build wrote, by the names of the sources (Vite's manifest). */
export type Manifest = Record<string, { file: string; css?: string[]; assets?: string[]; imports?: string[] }>;

/** Both builds: the app with the scripts of the public pages, and the command that renders them, whose stylesheet they use. */
export interface Build {
  app: Manifest;
  site: Manifest;
  /** The app's stylesheet as a whole; null in development, where each source brings its own. */
  appCss: string | null;
}

/** The files a document refers to, as paths from the root of the site. */
export interface Assets {
  /** Of every document: what it looks like until, or unless, the app draws it. */
  siteStyles: string[];
  /** Of the public pages: brings their few moving parts to life. */
  siteScript: string;
  /** Of a form that anybody may send. */
  formScript: string;
  /** Of the app's own documents: the choice about cookies only. */
  shellScript: string;
  /** The app itself, for a page that becomes part of it once somebody is signed in. */
  appScript: string;
  appStyles: string[];
  /** The two fonts that are needed at once. */
  fonts: string[];
}

export const SITE_ENTRY = 'src/site/client/site.ts';
export const SHELL_ENTRY = 'src/site/client/shell.ts';
export const FORMS_ENTRY = 'src/site/client/forms/forms.ts';
/** The one stylesheet of each build. */
export const STYLES = 'style.css';
export const APP_ENTRY = 'index.html';

const FONTS = ['src/ui/fonts/instrument-sans-latin.woff2', 'src/ui/fonts/instrument-serif-latin.woff2'];

const rooted = (file: string): string => `/${file}`;

function chunk(manifest: Manifest, name: string): Manifest[string] {
  const found = manifest[name];
  if (!found) throw new Error(`The build has no ${name}.`);
  return found;
}

/** Finds the files of the documents in the manifests. */
export function readAssets({ app, site }: Build): Assets {
  return {
    siteStyles: [rooted(chunk(site, STYLES).file)],
    siteScript: rooted(chunk(app, SITE_ENTRY).file),
    formScript: rooted(chunk(app, FORMS_ENTRY).file),
    shellScript: rooted(chunk(app, SHELL_ENTRY).file),
    appScript: rooted(chunk(app, APP_ENTRY).file),
    appStyles: [rooted(chunk(app, STYLES).file)],
    fonts: FONTS.map((font) => rooted(chunk(app, font).file)),
  };
}

/** Every module an entry imports at once, to be fetched side by side. */
export function preloadsOf(manifest: Manifest, name: string, seen = new Set<string>()): string[] {
  for (const each of chunk(manifest, name).imports ?? []) {
    if (seen.has(each)) continue;
    seen.add(each);
    preloadsOf(manifest, each, seen);
  }
  return [...seen].map((each) => rooted(chunk(manifest, each).file));
}

/** The scripts of some sources, with every module they import, to be fetched side by side. */
export const scriptsOf = (manifest: Manifest, names: readonly string[]): string[] =>
  names.flatMap((name) => [rooted(chunk(manifest, name).file), ...preloadsOf(manifest, name)]);
