import { z } from 'zod';
import { parseBody, runParameters } from '../api/parameters.js';
import { ReplicateRefusal } from '../api/refusal.js';
import type { Route } from '../api/route.js';
import { checkInput } from '../objects/check-input.js';
import { trainingInputs } from '../objects/input-schemas.js';
import { renderRun } from '../objects/render.js';
import { beginRun } from './begin-run.js';
import { findVersion, noSuchVersion } from './find.js';
import { runCalls } from './runs.js';

const creation = z.object({ ...runParameters, destination: z.string().min(1) });

export const trainingCalls: Route[] = [
  {
    method: 'POST',
    path: '/v1/models/:id/:id/versions/:id/trainings',
    handle: (parts, { ids, json }) => {
      const version = findVersion(parts, ...ids);
      if (version.does !== 'trains') throw noSuchVersion();
      const request = parseBody(creation, json);
      const destination = parts.state.models.get(request.destination);
      if (destination?.owner !== parts.settings.account) {
        throw new ReplicateRefusal(404, 'Not found', 'The specified training destination does not exist');
      }
      checkInput(trainingInputs, request.input);
      const run = beginRun(parts, request, {
        kind: 'training',
        model: version.model,
        version: version.id,
        destination: request.destination,
        seed: null,
        lifetime: null,
      });
      return { status: 201, object: renderRun(run, parts.settings.baseUrl()) };
    },
  },
  ...runCalls('training'),
];
