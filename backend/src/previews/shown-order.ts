/** The scenes of the styles that the product promises by name, the plainest first. */
const FIRST_SCENES = ['linkedin', 'city-daylight', 'black-bg'];

/** The promised styles first, then the others in their order. */
export const inShownOrder = <T extends { scene: string; sortOrder: number }>(styles: readonly T[]): T[] =>
  styles.toSorted((a, b) => rank(a.scene) - rank(b.scene) || a.sortOrder - b.sortOrder);

function rank(scene: string): number {
  const place = FIRST_SCENES.indexOf(scene);
  return place < 0 ? FIRST_SCENES.length : place;
}
