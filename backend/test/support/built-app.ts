import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { SiteManifest } from '../../src/app/pages/site-folder.js';

/** What the command for rendering was called with, as it noted it. */
export interface NotedCall {
  args: string[];
  data: unknown;
  env: string[];
}

export const INLINE_SCRIPT = 'sha256-b2i3TnFvVw0YJ1mQ8bX0n8sQm0Ck3Jt2l9yLwq0kq1E=';
export const INLINE_STYLE = 'sha256-4Su6mBWzEIFnH4pAGMOuaeBrstwJN4Z3pq/s1Kn4/KQ=';

export const manifestOf = (data: string, build: string): SiteManifest => ({
  data,
  build,
  pages: {
    '/': 'index.html',
    '/pricing': 'pricing.html',
    '/styles': 'styles.html',
    '/styles/black-bg': 'styles/black-bg.html',
    '/blog': 'blog.html',
    '/blog/ai/likeness': 'blog/ai/likeness.html',
  },
  files: { '/sitemap.xml': 'sitemap.xml', '/robots.txt': 'robots.txt' },
  shells: [
    { pattern: '/app/wizard', file: 'wizard.html', customer: 'wizard.customer.html' },
    { pattern: '/app/**', file: 'shell.html' },
    { pattern: '/auth', file: 'auth.html' },
    { pattern: '/styles/*', redirect: '/app/styles/*' },
  ],
  redirects: { '/blog/*': '/blog' },
  notFound: '404.html',
  inlineScripts: [INLINE_SCRIPT],
  inlineStyles: [INLINE_STYLE],
});

/** A small built app in a folder of its own: `dist`, with or without rendered pages, and the command that renders them. */
export class BuiltApp {
  readonly folder = mkdtempSync(join(tmpdir(), 'bildnis-app-'));
  readonly pwaDir = join(this.folder, 'dist');
  readonly siteDir = join(this.folder, 'data', 'site');
  readonly builtSite = join(this.pwaDir, 'site');
  private readonly calls = join(this.folder, 'calls.json');

  constructor() {
    this.write('dist/index.html', '<!doctype html><title>app</title>');
    this.write('dist/assets/app-1a2b.js', 'export {}');
    this.write('dist/icons/icon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  }

  write(path: string, content: string | Buffer): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), content);
  }

  /** Pages that say who rendered them. */
  renderInto(dir: string, who: string, manifest: SiteManifest): void {
    const documents = [
      ...Object.values(manifest.pages),
      ...manifest.shells.flatMap((shell) =>
        'file' in shell ? [shell.file, ...(shell.customer ? [shell.customer] : [])] : [],
      ),
      manifest.notFound,
    ];
    const files: Record<string, string> = {
      'sitemap.xml': '<urlset/>',
      'robots.txt': 'User-agent: *',
      'site.json': JSON.stringify(manifest),
    };
    for (const name of documents) files[name] = `<!doctype html><title>${name}, ${who}</title>`;
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(dir, name)), { recursive: true });
      writeFileSync(join(dir, name), content);
    }
    writeFileSync(join(dir, 'index.html.br'), brotliCompressSync(files['index.html']!));
  }

  /** The command renders what it is told, or does what a test wants of it; `body` may use `args`, `option()`, `fs` and `path`. */
  writeCommand(body: string): void {
    this.write(
      'dist-prerender/write-site.js',
      `const fs = require('node:fs'); const path = require('node:path'); const args = process.argv.slice(2);
const option = (name) => args[args.indexOf(name) + 1];
fs.writeFileSync(${JSON.stringify(this.calls)}, JSON.stringify({ args, data: JSON.parse(fs.readFileSync(option('--data'), 'utf8')), env: Object.keys(process.env) }));
${body}\n`,
    );
  }

  /** A command that copies the built pages and notes the fingerprint it was given in them. */
  writeGoodCommand(): void {
    this.writeCommand(`const out = option('--out'); const built = ${JSON.stringify(this.builtSite)};
fs.cpSync(built, out, { recursive: true });
const manifest = JSON.parse(fs.readFileSync(path.join(built, 'site.json'), 'utf8'));
fs.writeFileSync(path.join(out, 'site.json'), JSON.stringify({ ...manifest, data: option('--fingerprint') }));
fs.writeFileSync(path.join(out, 'pricing.html'), '<!doctype html><title>pricing.html, anew</title>');`);
  }

  /** How the command was called; null while it was not. */
  get call(): NotedCall | null {
    try {
      return JSON.parse(readFileSync(this.calls, 'utf8')) as NotedCall;
    } catch {
      return null;
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
