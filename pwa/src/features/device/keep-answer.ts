/** What the customer answered when asked whether portraits are kept here; null before the question, undefined where nothing can be kept. */
export type KeepAnswer = boolean | null | undefined;

/** Asked by the route before the screen is drawn, so that nothing moves. */
export async function loadKeepAnswer(): Promise<KeepAnswer> {
  try {
    const { keepAnswer } = await import('~/lib/device');
    return await keepAnswer();
  } catch {
    return undefined;
  }
}
