export interface UserSearch {
  q?: string;
  only?: 'blocked' | 'admins' | 'subscribers';
}

const ONLY = ['blocked', 'admins', 'subscribers'] as const;

/** What is searched for stands in the address, so that the way back leads to the same list. */
export function readUserSearch({ q, only }: Record<string, unknown>): UserSearch {
  const known = ONLY.find((each) => each === only);
  return {
    ...(typeof q === 'string' && q.trim() ? { q: q.trim().slice(0, 100) } : {}),
    ...(known ? { only: known } : {}),
  };
}
