import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** A path of ours; two slashes would lead to another host. */
const path = z.string().regex(/^\/(?![/\\])/);
/** Below the folder, never out of it. */
const file = z.string().regex(/^(?!.*(^|\/)\.{0,2}(\/|$))[^\\\0]+$/);

/** As a Content-Security-Policy names what stands in a page. */
const hash = z.string().regex(/^sha(256|384|512)-[\w+/=]+$/);

const Manifest = z.object({
  /** Fingerprint of what the pages say of the installation. */
  data: z.string().min(1),
  /** Of the app's build whose scripts and styles the pages refer to. */
  build: z.string().min(1),
  pages: z.record(path, file),
  files: z.record(path, file),
  /** What scripts make the whole of; in a pattern `*` is one segment, `**` the rest or nothing. */
  shells: z.array(
    z.union([
      /** `customer`: the same for who has a session, with what its scripts will ask the API fetched ahead. */
      z.object({ pattern: path, file, customer: file.optional() }),
      z.object({ pattern: path, redirect: path }),
    ]),
  ),
  redirects: z.record(path, path),
  notFound: file,
  /** Hashes of the scripts that stand in the pages themselves. */
  inlineScripts: z.array(hash),
  /** The same of styles. */
  inlineStyles: z.array(hash),
});
export type SiteManifest = z.infer<typeof Manifest>;

/** Rendered public pages, and how they are reached. */
export interface SiteFolder {
  dir: string;
  manifest: SiteManifest;
}

/** @returns null where there is no such folder. @throws for one whose manifest cannot be read. */
export async function readSiteFolder(dir: string): Promise<SiteFolder | null> {
  const text = await readFile(join(dir, 'site.json'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : { dir, manifest: Manifest.parse(JSON.parse(text)) };
}
