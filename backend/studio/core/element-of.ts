/** An element that must be there. @throws RangeError when it is not */
export function elementOf<T>(list: readonly T[], index: number): T {
  const element = list[index];
  if (element === undefined) throw new RangeError(`no element ${index} among ${list.length}`);
  return element;
}
