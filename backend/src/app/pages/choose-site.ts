import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { siteFingerprint, type Site } from '../../site/index.js';
import { readSiteFolder, type SiteFolder } from './site-folder.js';
import { writeSite } from './write-site.js';

/** How long pages are kept that no process serves any more, in milliseconds. */
const UNUSED_MS = 30 * 24 * 60 * 60_000;

export interface SitePlaces {
  /** The built app; its pages were rendered for an installation as it comes. */
  pwaDir: string;
  /** Where pages may be rendered for this one: each build has a folder there, since one may still serve while the next one starts. */
  siteDir: string | null;
  /** Whether the pages of the build may stand in for those of this installation: they name an operator who does not exist. */
  buildMayStandIn: boolean;
}

/** @returns the pages that the build brings, null where there are none or they cannot be read */
export async function builtSite({ pwaDir }: Pick<SitePlaces, 'pwaDir'>): Promise<SiteFolder | null> {
  const logger = new Logger('site');
  try {
    const built = await readSiteFolder(join(pwaDir, 'site'));
    if (!built) logger.warn('the build has no public pages: every path gets the app alone');
    return built;
  } catch (error) {
    logger.warn({ err: error }, 'the public pages of the build cannot be read: every path gets the app alone');
    return null;
  }
}

/**
 * The public pages that say what is true of this installation: those of the build, those rendered at an earlier start, or
 * those it has rendered now. Whatever fails, the start does not: then those of an earlier start are served, or those of the build where they may.
 * @returns null where there are no pages to serve for now
 */
export async function chooseSite(
  built: SiteFolder,
  places: SitePlaces,
  describe: () => Promise<Site>,
): Promise<SiteFolder | null> {
  const logger = new Logger('site');
  try {
    return await fittingSite(built, places, await describe());
  } catch (error) {
    if (places.buildMayStandIn) {
      logger.warn({ err: error }, 'the public pages are those of the build, which do not fit this installation');
      return built;
    }
    const kept = await keptOf(built, places);
    logger.error(
      { err: error },
      kept
        ? 'the public pages are those of an earlier start'
        : 'there are no public pages for this installation: every path gets the app alone',
    );
    return kept;
  }
}

const folderIn = (siteDir: string, { manifest }: SiteFolder): string => join(siteDir, manifest.build);

const keptOf = async (built: SiteFolder, { siteDir }: Pick<SitePlaces, 'siteDir'>): Promise<SiteFolder | null> =>
  siteDir ? readSiteFolder(folderIn(siteDir, built)).catch(() => null) : null;

/**
 * The pages that say what is true of the installation now: those of the build, those that were rendered before, or those it renders.
 * @throws Error where they cannot be rendered
 */
export async function fittingSite(built: SiteFolder, { pwaDir, siteDir }: SitePlaces, site: Site): Promise<SiteFolder> {
  const fingerprint = siteFingerprint(site);
  const fits = ({ manifest }: SiteFolder) => manifest.data === fingerprint && manifest.build === built.manifest.build;
  if (fits(built)) return built;
  if (!siteDir) throw new Error('SITE_DIR is needed to render them anew');
  const kept = await keptOf(built, { siteDir });
  if (kept && fits(kept)) return kept;
  const out = folderIn(siteDir, built);
  await writeSite({ command: join(pwaDir, '..', 'dist-prerender', 'write-site.js'), site, fingerprint, out });
  const written = await readSiteFolder(out);
  if (!written || !fits(written)) throw new Error('what was rendered is not what was asked for');
  await removeUnused(siteDir).catch(() => undefined);
  return written;
}

/** Says that these pages are being served. @returns whether they are still there */
export async function noteServed({ dir }: SiteFolder): Promise<boolean> {
  const now = new Date();
  await utimes(dir, now, now).catch(() => undefined);
  return (await readSiteFolder(dir).catch(() => null)) !== null;
}

/** Removes the pages of builds that nobody has served for long. */
async function removeUnused(siteDir: string): Promise<void> {
  for (const name of await readdir(siteDir)) {
    const dir = join(siteDir, name);
    const isOfBuild = (await readSiteFolder(dir).catch(() => null)) !== null;
    if (!isOfBuild || Date.now() - (await stat(dir)).mtimeMs < UNUSED_MS) continue;
    await rm(dir, { recursive: true, force: true }).catch(() => undefined);
  }
}
