/** What breaks whoever built on `before` when `after` takes its place, one line each. Both are OpenAPI 3.1 documents. */
export function breakingChanges(before: object, after: object): string[];
