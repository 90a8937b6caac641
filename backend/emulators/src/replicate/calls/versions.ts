import { ReplicateRefusal } from '../api/refusal.js';
import type { Route } from '../api/route.js';
import { renderVersion } from '../objects/render.js';
import type { Parts } from '../state/parts.js';
import { removeDelivered } from '../state/retention.js';
import type { Version } from '../state/store.js';
import { findModel, findVersion } from './find.js';

export const versionCalls: Route[] = [
  {
    method: 'GET',
    path: '/v1/models/:id/:id/versions',
    handle: (parts, { ids }) => {
      const { owner, name } = findModel(parts, ...ids);
      const all = [...parts.state.versions.values()].filter((version) => version.model === `${owner}/${name}`);
      return { status: 200, object: { next: null, previous: null, results: all.reverse().map(renderVersion) } };
    },
  },
  {
    method: 'GET',
    path: '/v1/models/:id/:id/versions/:id',
    handle: (parts, { ids }) => ({ status: 200, object: renderVersion(findVersion(parts, ...ids)) }),
  },
  {
    method: 'DELETE',
    path: '/v1/models/:id/:id/versions/:id',
    handle: async (parts, { ids }) => {
      const version = findVersion(parts, ...ids);
      const model = findModel(parts, ...ids);
      if (model.owner !== parts.settings.account || model.visibility !== 'private') {
        throw new ReplicateRefusal(403, 'Forbidden', 'You can delete only versions of private models you own.');
      }
      await forgetVersion(parts, version);
      return { status: 202 };
    },
  },
];

/** A version goes with its photos, its weights, and its predictions with all their pictures. */
async function forgetVersion({ state, blobs, runner }: Parts, version: Version): Promise<void> {
  state.versions.delete(version.id);
  const predictions = [...state.runs.values()].filter((run) => run.version === version.id);
  for (const run of predictions) {
    state.runs.delete(run.id);
    await runner.drop(run);
    await removeDelivered(state, blobs, run.id);
  }
  if (version.training) await removeDelivered(state, blobs, version.training);
  await blobs.remove(version.photos);
}
