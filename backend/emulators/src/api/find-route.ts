/** A call of an API: `:id` in its path stands for an id. */
interface Pattern {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
}

/** The route for a request, and the ids in its path, decoded; null when there is none. */
export function findRoute<R extends Pattern>(
  routes: readonly R[],
  method: string,
  pathname: string,
): { route: R; ids: [string, ...string[]] } | null {
  const parts = pathname.split('/');
  for (const route of routes) {
    const pattern = route.path.split('/');
    if (route.method !== method || pattern.length !== parts.length) continue;
    if (!pattern.every((part, at) => part === parts[at] || (part === ':id' && parts[at] !== ''))) continue;
    const [first = '', ...rest] = parts.filter((_, at) => pattern[at] === ':id').map(decode);
    return { route, ids: [first, ...rest] };
  }
  return null;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
