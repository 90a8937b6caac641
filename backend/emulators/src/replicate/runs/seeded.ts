import { createHash } from 'node:crypto';

/** A row of numbers from 0 up to 1 that is the same for the same words, for ever. */
export function seededNumbers(...words: (string | number)[]): () => number {
  let count = 0;
  return () =>
    createHash('sha256')
      .update([...words, count++].join('\0'))
      .digest()
      .readUInt32BE() /
    2 ** 32;
}

/** `items` in an order that only `next` decides. */
export function shuffled<T>(items: readonly T[], next: () => number): T[] {
  const rest = [...items];
  const order: T[] = [];
  while (rest.length > 0) order.push(...rest.splice(Math.floor(next() * rest.length), 1));
  return order;
}
