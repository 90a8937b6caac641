import { notFound, ReplicateRefusal } from '../api/refusal.js';
import type { Parts } from '../state/parts.js';
import type { Model, Run, Version } from '../state/store.js';

/** @throws ReplicateRefusal 404 */
export function findModel({ state }: Parts, owner: string, name = ''): Model {
  const model = state.models.get(`${owner}/${name}`);
  if (!model) throw notFound();
  return model;
}

/** A version of this very model. @throws ReplicateRefusal 404 */
export function findVersion(parts: Parts, owner: string, name = '', id = ''): Version {
  const version = parts.state.versions.get(id);
  if (version?.model !== `${owner}/${name}`) throw notFound();
  return version;
}

/** The version a new prediction names: by its id alone, or as `owner/name:id`. @throws ReplicateRefusal 422 */
export function versionToRun({ state }: Parts, named: string): Version {
  const [model, id] = named.includes(':') ? named.split(':', 2) : [null, named];
  const version = state.versions.get(id ?? '');
  if (version?.does !== 'draws' || (model !== null && version.model !== model)) throw noSuchVersion();
  return version;
}

export function noSuchVersion(): ReplicateRefusal {
  return new ReplicateRefusal(
    422,
    'Invalid version or not permitted',
    "The specified version does not exist (or perhaps you don't have permission to use it?)",
  );
}

/** @throws ReplicateRefusal 404 */
export function findRun({ state }: Parts, kind: Run['kind'], id: string): Run {
  const run = state.runs.get(id);
  if (run?.kind !== kind) throw notFound();
  return run;
}
