import { z } from 'zod';
import type { World } from '../state/world.js';
import type { FormObject } from './form.js';
import { parseParameters } from './parameters.js';

/** Names of a call's parameters, checked at compile time against the library: a name Stripe does not know does not compile. */
export type ShapeOf<P> = { [K in keyof P]?: z.ZodType };

type Method = 'GET' | 'POST' | 'DELETE';

/** One call of the API, its parameters already checked when `answer` runs. */
export interface Route {
  method: Method;
  path: string;
  answer(world: World, ids: string[], form: FormObject): Answer;
}

/** What a call found or made, and what of it the client wants expanded. */
export interface Answer {
  object: object;
  expand: string[];
}

/**
 * Defines one call. `path` holds `:id` where an id stands; `handle` gets the ids in order of appearance.
 * Everything `handle` refuses it must refuse before it changes anything.
 */
export function route<T extends z.ZodObject>(
  method: Method,
  path: string,
  schema: T,
  handle: (world: World, params: z.output<T>, ids: [string, ...string[]]) => object,
): Route {
  return {
    method,
    path,
    answer(world, ids, form) {
      const params = parseParameters(schema, form);
      const expand: unknown = 'expand' in params ? params.expand : undefined;
      return {
        object: handle(world, params, [ids[0] ?? '', ...ids.slice(1)]),
        expand: Array.isArray(expand) ? expand.map(String) : [],
      };
    },
  };
}
