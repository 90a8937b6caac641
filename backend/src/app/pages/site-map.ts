import { fillPattern, matchPattern } from './patterns.js';
import type { SiteManifest } from './site-folder.js';

/** Where a path leads: to a file of the rendered folder, and another one for customers, or elsewhere. */
export type Destination = { file: string; status: 200 | 404; customer?: string } | { to: string; status: 302 | 308 };

/** Finds what belongs to a path. Paths are compared as they were asked for: every path of ours is plain. */
export class SiteMap {
  private readonly pages: Map<string, string>;
  private readonly files: Map<string, string>;

  constructor(private readonly manifest: SiteManifest) {
    this.pages = new Map(Object.entries(manifest.pages));
    this.files = new Map(Object.entries(manifest.files));
  }

  page(path: string): Destination | null {
    const file = this.pages.get(path);
    return file === undefined ? null : { file, status: 200 };
  }

  /** What comes after the pages, and after the files of the app. */
  other(path: string): Destination | null {
    return this.known(path) ?? this.withoutSlash(path) ?? this.inPlainLetters(path);
  }

  get notFound(): Destination {
    return { file: this.manifest.notFound, status: 404 };
  }

  private known(path: string): Destination | null {
    const file = this.files.get(path);
    return file === undefined ? (this.shell(path) ?? this.redirect(path)) : { file, status: 200 };
  }

  private shell(path: string): Destination | null {
    for (const shell of this.manifest.shells) {
      const segments = matchPattern(shell.pattern, path);
      if (segments)
        return 'file' in shell
          ? { file: shell.file, status: 200, customer: shell.customer }
          : { to: fillPattern(shell.redirect, segments), status: 302 };
    }
    return null;
  }

  private redirect(path: string): Destination | null {
    for (const [pattern, target] of Object.entries(this.manifest.redirects)) {
      const segments = matchPattern(pattern, path);
      if (segments) return { to: fillPattern(target, segments), status: 302 };
    }
    return null;
  }

  private withoutSlash(path: string): Destination | null {
    const shorter = path.endsWith('/') ? path.slice(0, -1) : '';
    return shorter && (this.page(shorter) ?? this.known(shorter)) ? { to: shorter, status: 308 } : null;
  }

  /** `/%70ricing` is another spelling of `/pricing`, and so is `/%70ricing/`. */
  private inPlainLetters(path: string): Destination | null {
    const plain = path.replaceAll(/%[0-9a-f]{2}/gi, (code) => {
      const letter = String.fromCharCode(Number.parseInt(code.slice(1), 16));
      return /^[\w-]$/.test(letter) ? letter : code;
    });
    if (plain === path) return null;
    return this.withoutSlash(plain) ?? ((this.page(plain) ?? this.known(plain)) ? { to: plain, status: 308 } : null);
  }
}
