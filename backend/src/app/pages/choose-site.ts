import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { siteFingerprint, type Site } from '../../site/index.js';
import { readSiteFolder, type SiteFolder } from './site-folder.js';
import { writeSite } from './write-site.js';

export interface SitePlaces {
  /** The built app; its pages were rendered for an installation as it comes. */
  pwaDir: string;
  /** Where pages may be rendered for this one. */
  siteDir: string | null;
  /** Whether the pages of the build may stand in for those of this installation: they name an operator who does not exist. */
  buildMayStandIn: boolean;
}

/**
 * The public pages that say what is true of this installation: those of the build, those rendered at an earlier start, or
 * those it has rendered now. Whatever fails, the start does not: then those of an earlier start are served, or those of the build where they may.
 * @returns null where there are no pages to serve
 */
export async function chooseSite(places: SitePlaces, describe: () => Promise<Site>): Promise<SiteFolder | null> {
  const logger = new Logger('site');
  const built = await readSiteFolder(join(places.pwaDir, 'site')).catch((error: unknown) => {
    logger.warn({ err: error }, 'the public pages of the build cannot be read');
    return null;
  });
  if (!built) {
    logger.warn('the build has no public pages: every path gets the app alone');
    return null;
  }
  try {
    return await fittingSite(built, places, await describe());
  } catch (error) {
    if (places.buildMayStandIn) {
      logger.warn({ err: error }, 'the public pages are those of the build, which do not fit this installation');
      return built;
    }
    const kept = await keptOf(places);
    logger.error(
      { err: error },
      kept
        ? 'the public pages are those of an earlier start'
        : 'there are no public pages for this installation: every path gets the app alone',
    );
    return kept;
  }
}

const keptOf = async ({ siteDir }: Pick<SitePlaces, 'siteDir'>): Promise<SiteFolder | null> =>
  siteDir ? readSiteFolder(siteDir).catch(() => null) : null;

/**
 * The pages that say what is true of the installation now: those of the build, those that were rendered before, or those it renders.
 * @throws Error where they cannot be rendered
 */
export async function fittingSite(built: SiteFolder, { pwaDir, siteDir }: SitePlaces, site: Site): Promise<SiteFolder> {
  const fingerprint = siteFingerprint(site);
  const fits = ({ manifest }: SiteFolder) => manifest.data === fingerprint && manifest.build === built.manifest.build;
  if (fits(built)) return built;
  if (!siteDir) throw new Error('SITE_DIR is needed to render them anew');
  const kept = await keptOf({ siteDir });
  if (kept && fits(kept)) return kept;
  await writeSite({ command: join(pwaDir, '..', 'dist-prerender', 'write-site.js'), site, fingerprint, out: siteDir });
  const written = await readSiteFolder(siteDir);
  if (!written || !fits(written)) throw new Error('what was rendered is not what was asked for');
  return written;
}
