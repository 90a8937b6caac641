import { z } from 'zod';
import { find, listAnswer } from '../api/answers.js';
import { expand, paging } from '../api/parameters.js';
import { route, type Route } from '../api/route.js';
import type { Tables } from '../state/store.js';

/** The call that reads one object. */
export const reading = (path: string, table: keyof Tables): Route =>
  route('GET', `${path}/:id`, z.strictObject({ expand }), (world, _, [id]) => find(world, table, id));

type Stored<K extends keyof Tables> = Tables[K] extends Map<string, infer One> ? One : never;

/** The call that lists objects. Each filter wants the field of its name to be equal, unless `matches` says more of it. */
export function listing<K extends keyof Tables, F extends z.ZodRawShape>(
  path: string,
  table: K,
  filters: F,
  matches: { [Name in keyof F]?: (one: Stored<K>, wanted: never) => boolean } = {},
): Route {
  return route('GET', path, z.strictObject({ ...paging, ...filters }), (world, params) => {
    const wanted: Record<string, unknown> = params;
    const fits = (one: object) =>
      Object.keys(filters).every((name) => {
        const own = matches[name] as ((one: object, wanted: unknown) => boolean) | undefined;
        return own
          ? own(one, wanted[name])
          : wanted[name] === undefined || (one as Record<string, unknown>)[name] === wanted[name];
      });
    return listAnswer(path, [...world.state[table].values()].filter(fits), wanted);
  });
}
