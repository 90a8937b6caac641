/**
 * Walks from seeds to all four-connected places that may be entered. Marks what it reaches in `seen`, enters nothing that is marked already,
 * and returns the reached places, seeds first.
 */
export function flood(
  seeds: readonly number[],
  seen: Uint8Array,
  width: number,
  mayEnter: (i: number) => boolean,
): number[] {
  const reached = [...seeds];
  for (const i of seeds) seen[i] = 1;
  const visit = (i: number): void => {
    if (seen[i] === 1 || !mayEnter(i)) return;
    seen[i] = 1;
    reached.push(i);
  };
  for (let k = 0; k < reached.length; k++) {
    const i = reached[k]!;
    const x = i % width;
    if (x > 0) visit(i - 1);
    if (x < width - 1) visit(i + 1);
    if (i >= width) visit(i - width);
    if (i + width < seen.length) visit(i + width);
  }
  return reached;
}
