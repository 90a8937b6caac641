import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { siteFingerprint, type Site } from '../../site/index.js';
import { chooseSite, builtSite, fittingSite, noteServed, type SitePlaces } from './choose-site.js';
import { readSiteFolder, type SiteFolder, type SiteManifest } from './site-folder.js';

type InlineParts = Pick<SiteManifest, 'inlineScripts' | 'inlineStyles'>;

/** How often it is looked whether the pages still say what is true, in milliseconds; and how many looks are left out after a rendering that failed. */
const LOOK_MS = 60_000;
const REST = 9;

/** The public pages that are served now. Admins change prices, packs and styles while the API runs: then the pages are rendered again. */
export class CurrentSite {
  private readonly logger = new Logger('site');
  private looking: Promise<void> | null = null;
  private complaint = '';
  private resting = 0;

  private constructor(
    private readonly places: SitePlaces,
    private readonly describe: () => Promise<Site>,
    private shown: SiteFolder | null,
    /** The scripts and styles in pages that the headers of this process allow. */
    readonly allowed: InlineParts,
  ) {}

  /** @returns null where the build has no pages */
  static async choose(places: SitePlaces, describe: () => Promise<Site>): Promise<CurrentSite | null> {
    const built = await builtSite(places);
    if (!built) return null;
    const shown = await chooseSite(built, places, describe);
    return new CurrentSite(places, describe, shown, (shown ?? built).manifest);
  }

  /** Null while none could be rendered for this installation: that is tried again with the next look. */
  get folder(): SiteFolder | null {
    return this.shown;
  }

  /** @returns what ends the looking */
  keepLooking(): () => void {
    const timer = setInterval(() => {
      if (this.resting > 0) this.resting -= 1;
      else void this.look();
    }, LOOK_MS).unref();
    return () => clearInterval(timer);
  }

  /** Has the pages rendered anew where they no longer say what is true. Whatever fails, those of before stay. */
  look(): Promise<void> {
    return (this.looking ??= this.renew()
      .then(() => void (this.complaint = ''))
      .catch((error: unknown) => this.complain(error))
      .finally(() => (this.looking = null)));
  }

  private async renew(): Promise<void> {
    const [site, built] = [await this.describe(), await readSiteFolder(join(this.places.pwaDir, 'site'))];
    const { data, build } = this.shown?.manifest ?? {};
    const isThere = this.shown !== null && (await noteServed(this.shown));
    if (!built || (isThere && data === siteFingerprint(site) && build === built.manifest.build)) return;
    // Before anything is put into the place of what is served.
    if (!allowsTheSame(built.manifest, this.allowed))
      throw new Error('a newer build has scripts or styles that the headers of this process do not allow');
    // Rendering takes seconds: one that fails is not tried every minute while there are others to serve.
    this.resting = isThere ? REST : 0;
    this.shown = await fittingSite(built, this.places, site);
    this.resting = 0;
  }

  /** Once for each cause: it is tried again. */
  private complain(error: unknown): void {
    const cause = error instanceof Error ? error.message : String(error);
    if (cause !== this.complaint)
      this.logger.warn(
        { err: error },
        this.shown
          ? 'the public pages stay as they were: what admins changed since is not in them'
          : 'there are still no public pages for this installation: every path gets the app alone',
      );
    this.complaint = cause;
  }
}

const allowsTheSame = (one: InlineParts, other: InlineParts): boolean =>
  [one.inlineScripts, one.inlineStyles].join() === [other.inlineScripts, other.inlineStyles].join();
