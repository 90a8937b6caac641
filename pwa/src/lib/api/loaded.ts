/** The outcome of loading one part of a screen: a part that fails does not take the others with it. */
export type Loaded<T> = { ok: true; value: T } | { ok: false; error: unknown };

/** Waits for a part and keeps its error as a value, to be shown in that part's place. */
export async function settle<T>(part: Promise<T>): Promise<Loaded<T>> {
  try {
    return { ok: true, value: await part };
  } catch (error) {
    return { ok: false, error };
  }
}
