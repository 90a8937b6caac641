import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { parseBody, runParameters } from '../api/parameters.js';
import { ReplicateRefusal } from '../api/refusal.js';
import type { Route } from '../api/route.js';
import { checkInput } from '../objects/check-input.js';
import { portraitInputs } from '../objects/input-schemas.js';
import { renderRun } from '../objects/render.js';
import { beginRun, noSuchVersion, runCalls } from './runs.js';

const creation = z.strictObject({ ...runParameters, version: z.string().min(1) });

const shortestLife = 5_000;

export const predictionCalls: Route[] = [
  {
    method: 'POST',
    path: '/v1/predictions',
    handle: (parts, { json, headers }) => {
      const request = parseBody(creation, json);
      const lifetime = cancelAfter(headers['cancel-after']);
      const version = parts.state.versions.get(request.version);
      if (version?.does !== 'draws') throw noSuchVersion();
      checkInput(portraitInputs, request.input);
      const run = beginRun(parts, request, {
        kind: 'prediction',
        model: version.model,
        version: version.id,
        destination: null,
        seed: seedFor(request.input.seed),
        lifetime,
      });
      return { status: 201, object: renderRun(run, parts.baseUrl()) };
    },
  },
  ...runCalls('prediction'),
];

/** The model draws a seed itself where none is given, or a negative one. */
function seedFor(given: unknown): number {
  return typeof given === 'number' && given >= 0 ? given : randomInt(65_536);
}

/** Milliseconds a prediction may live (`Cancel-After: 90s`); null for as long as it takes. @throws ReplicateRefusal 400 */
function cancelAfter(header: string | string[] | undefined): number | null {
  if (header === undefined) return null;
  const lifetime = Number(/^(\d+)s$/.exec(String(header))?.[1] ?? 0) * 1000;
  if (lifetime < shortestLife)
    throw new ReplicateRefusal(
      400,
      'Invalid Cancel-After header',
      'Cancel-After must be a duration of at least 5 seconds, such as 30s.',
    );
  return lifetime;
}
