import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { cancelAfter, waitFor } from '../api/timing-headers.js';
import { parseBody, runParameters } from '../api/parameters.js';
import type { Route } from '../api/route.js';
import { checkInput } from '../objects/check-input.js';
import { portraitInputs } from '../objects/input-schemas.js';
import { renderRun } from '../objects/render.js';
import { hasEnded } from '../runs/ended.js';
import { beginRun } from './begin-run.js';
import { versionToRun } from './find.js';
import { runCalls } from './runs.js';

const creation = z.strictObject({ ...runParameters, version: z.string().min(1), stream: z.boolean().optional() });

export const predictionCalls: Route[] = [
  {
    method: 'POST',
    path: '/v1/predictions',
    handle: async (parts, { json, headers }) => {
      const request = parseBody(creation, json);
      const wait = waitFor(headers.prefer);
      const lifetime = cancelAfter(headers['cancel-after']);
      const version = versionToRun(parts, request.version);
      checkInput(portraitInputs, request.input);
      const run = beginRun(parts, request, {
        kind: 'prediction',
        model: version.model,
        version: version.id,
        destination: null,
        seed: seedFor(request.input.seed),
        lifetime,
      });
      if (wait !== null) await parts.runner.ended(run, wait);
      return {
        status: wait === null || hasEnded(run.status) ? 201 : 202,
        object: renderRun(run, parts.settings.baseUrl()),
      };
    },
  },
  ...runCalls('prediction'),
];

/** The model draws a seed itself where none is given, or a negative one. */
function seedFor(given: unknown): number {
  return typeof given === 'number' && given >= 0 ? given : randomInt(65_536);
}
