/** What a running holder tells about itself. */
export interface Holder {
  readonly pid: number;
  readonly url?: string;
}
/** Who holds the lock of a folder for `purpose`, or undefined when nobody does. */
export function findHolder(folder: string, purpose: string): Promise<Holder | undefined>;
/** Takes the lock of a folder for this process; undefined when another process holds it. It vanishes with the process. */
export function takeFolder(
  folder: string,
  purpose: string,
  describe?: () => object,
): Promise<{ release(): void } | undefined>;
/** Like takeFolder, but waits for its turn. */
export function awaitFolder(folder: string, purpose: string): Promise<{ release(): void }>;
