import { z } from 'zod';
import { parseBody } from '../api/parameters.js';
import { ReplicateRefusal } from '../api/refusal.js';
import type { Route } from '../api/route.js';
import { renderModel } from '../objects/render.js';
import { findModel } from './find.js';

const text = z.string().max(5000).optional();
const creation = z.object({
  owner: z.string().min(1),
  name: z.string().regex(/^[a-z0-9][a-z0-9._-]{0,99}$/, {
    message: 'Must be lowercase letters, digits, dots, hyphens and underscores',
  }),
  visibility: z.enum(['public', 'private']),
  hardware: z.string().min(1),
  description: text,
  github_url: text,
  paper_url: text,
  license_url: text,
  cover_image_url: text,
});

/** Replicate's limit per account. */
const mostModels = 1000;

export const modelCalls: Route[] = [
  {
    method: 'GET',
    path: '/v1/models',
    handle: ({ state }) => {
      const results = [...state.models.values()]
        .filter((model) => model.visibility === 'public')
        .map((model) => renderModel(state, model));
      return { status: 200, object: { next: null, previous: null, results } };
    },
  },
  {
    method: 'POST',
    path: '/v1/models',
    handle: ({ state, clock, settings }, { json }) => {
      const { owner, name, visibility, description } = parseBody(creation, json);
      if (owner !== settings.account)
        throw new ReplicateRefusal(403, 'Forbidden', 'You can create models only for your own account.');
      const key = `${owner}/${name}`;
      if (state.models.has(key))
        throw new ReplicateRefusal(409, 'Conflict', 'A model with that name and owner already exists.');
      const own = [...state.models.values()].filter((model) => model.owner === owner);
      if (own.length >= mostModels)
        throw new ReplicateRefusal(403, 'Forbidden', `You can have at most ${mostModels} models.`);
      const model = { owner, name, visibility, description: description ?? null, createdAt: clock.now() };
      state.models.set(key, model);
      return { status: 201, object: renderModel(state, model) };
    },
  },
  {
    method: 'GET',
    path: '/v1/models/:id/:id',
    handle: (parts, { ids }) => ({ status: 200, object: renderModel(parts.state, findModel(parts, ...ids)) }),
  },
];
