import { z } from 'zod';
import { parseBody, runParameters } from '../api/parameters.js';
import { notFound, ReplicateRefusal } from '../api/refusal.js';
import type { Route } from '../api/route.js';
import { checkInput } from '../objects/check-input.js';
import { trainingInputs } from '../objects/input-schemas.js';
import { renderModel, renderRun } from '../objects/render.js';
import { account, type Parts } from '../state/parts.js';
import { removeDelivered } from '../state/retention.js';
import type { Version } from '../state/store.js';
import { beginRun, noSuchVersion } from './runs.js';

const creation = z.object({
  owner: z.string().min(1),
  name: z.string().regex(/^[a-z0-9][a-z0-9._-]{0,99}$/, {
    message: 'Must be lowercase letters, digits, dots, hyphens and underscores',
  }),
  visibility: z.enum(['public', 'private']),
  hardware: z.string().min(1),
});
const training = z.object({ ...runParameters, destination: z.string().min(1) });

/** A version of this very model. @throws ReplicateRefusal 404 */
function findVersion({ state }: Parts, [owner, name, id]: string[]): Version {
  const version = state.versions.get(id ?? '');
  if (version?.model !== `${owner}/${name}`) throw notFound();
  return version;
}

/** Models are made once, trained, and lose their versions again. */
export const modelCalls: Route[] = [
  {
    method: 'POST',
    path: '/v1/models',
    handle: ({ state, clock }, { json }) => {
      const { owner, name, visibility } = parseBody(creation, json);
      if (owner !== account)
        throw new ReplicateRefusal(403, 'Forbidden', 'You can create models only for your own account.');
      const key = `${owner}/${name}`;
      if (state.models.has(key))
        throw new ReplicateRefusal(409, 'Conflict', 'A model with that name and owner already exists.');
      const model = { owner, name, visibility, createdAt: clock.now() };
      state.models.set(key, model);
      return { status: 201, object: renderModel(model) };
    },
  },
  {
    method: 'POST',
    path: '/v1/models/:id/:id/versions/:id/trainings',
    handle: (parts, { ids, json }) => {
      const version = findVersion(parts, ids);
      if (version.does !== 'trains') throw noSuchVersion();
      const request = parseBody(training, json);
      const destination = parts.state.models.get(request.destination);
      if (destination?.owner !== account)
        throw new ReplicateRefusal(404, 'Not found', 'The specified training destination does not exist');
      checkInput(trainingInputs, request.input);
      const run = beginRun(parts, request, {
        kind: 'training',
        model: version.model,
        version: version.id,
        destination: request.destination,
        seed: null,
        lifetime: null,
      });
      return { status: 201, object: renderRun(run, parts.baseUrl()) };
    },
  },
  {
    method: 'DELETE',
    path: '/v1/models/:id/:id/versions/:id',
    handle: async (parts, { ids }) => {
      const version = findVersion(parts, ids);
      const model = parts.state.models.get(version.model);
      if (model?.owner !== account || model.visibility !== 'private')
        throw new ReplicateRefusal(403, 'Forbidden', 'You can delete only versions of private models you own.');
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
