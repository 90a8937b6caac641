/**
 * Fetches one of our files.
 * @param onBytes is told how many bytes have arrived since it was told last
 * @throws TypeError where it cannot be had
 */
export async function fetchBytes(
  url: string,
  onBytes: (length: number) => void = () => undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url);
  if (!response.ok || !response.body) throw new TypeError(`${url}: ${response.status}`);
  const parts: Uint8Array[] = [];
  for (const reader = response.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    onBytes(value.length);
  }
  return new Uint8Array(await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}
