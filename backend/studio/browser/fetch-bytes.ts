/** The network did not bring a file. */
export class FileNotFetched extends Error {
  constructor(url: string, options?: ErrorOptions) {
    super(`${url} could not be fetched`, options);
    this.name = 'FileNotFetched';
  }
}

/**
 * Fetches one of our files.
 * @param onBytes is told how many bytes have arrived since it was told last
 * @throws FileNotFetched without a network, Error where the server has no such file
 */
export async function fetchBytes(
  url: string,
  onBytes: (length: number) => void = () => undefined,
  cache: RequestCache = 'default',
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const response = await fetch(url, { cache });
    if (!response.ok || !response.body) throw new Error(`${url}: ${response.status}`);
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for (const reader = response.body.getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      onBytes(value.length);
    }
    return new Uint8Array(await new Blob(parts).arrayBuffer());
  } catch (error) {
    // What the browser says of a connection that is not there, or is lost on the way.
    throw error instanceof TypeError ? new FileNotFetched(url, { cause: error }) : error;
  }
}
