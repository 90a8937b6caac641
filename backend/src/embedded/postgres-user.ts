import { chownSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram, succeeds } from './programs.js';
import { StartError } from './start-error.js';

/** How PostgreSQL, which refuses to run as root, is started from here. */
export interface PostgresUser {
  /** Command put in front of initdb and postgres. */
  readonly prefix: readonly string[];
  /** The owner the data folder must have on disk, or undefined to leave it alone. */
  readonly owner?: number;
}

const nobody = 65534;
let chosen: PostgresUser | undefined;

/**
 * As an ordinary user: nothing to do. As root: a user namespace in which root's files belong to «nobody» (works below folders only root may
 * enter, needs no chown), and where namespaces are forbidden, the real user «nobody».
 */
export function choosePostgresUser(): PostgresUser {
  chosen ??= detectPostgresUser();
  return chosen;
}

function detectPostgresUser(): PostgresUser {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const unshare = findProgram('unshare');
  const mapping = ['--user', `--map-user=${nobody}`, `--map-group=${nobody}`, '--'];
  if (unshare !== undefined && succeeds(unshare, [...mapping, 'true']))
    return { prefix: [unshare, ...mapping], owner: 0 };
  const setpriv = findProgram('setpriv');
  const drop = [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', '--'];
  if (setpriv !== undefined && succeeds(setpriv, [...drop, 'true']))
    return { prefix: [setpriv, ...drop], owner: nobody };
  throw new StartError(
    'PostgreSQL läuft nicht als root, und der Wechsel des Benutzers ist hier gesperrt. Starten Sie als gewöhnlicher Benutzer oder setzen Sie DATABASE_URL.',
  );
}

/** Gives a data folder to `owner` (numeric user id) with everything in it; a folder that already belongs to it is left alone. */
export function giveFolderTo(folder: string, owner: number | undefined): void {
  if (owner === undefined || lstatSync(folder).uid === owner) return;
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    chownSync(join(folder, entry), owner, owner);
  chownSync(folder, owner, owner); // last: it is the mark that says «all done»
}
