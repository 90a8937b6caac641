const patience = 30_000;
const largest = 300 * 1024 * 1024;

/**
 * The bytes behind an address in a run's input.
 * @throws Error that says why it cannot be had
 */
export async function fetchInput(address: string, signal: AbortSignal): Promise<Buffer> {
  const answer = await request(address, signal);
  if (!answer.ok) {
    await answer.body?.cancel();
    throw new Error(`${answer.status} ${answer.statusText} for url: ${withoutQuery(address)}`);
  }
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > largest) throw new Error(`Too large: ${withoutQuery(address)}`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function request(address: string, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(address, { signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]) });
  } catch (cause) {
    throw new Error(`Could not download ${withoutQuery(address)}`, { cause });
  }
}

/** An address may carry a signature in its query, which belongs into no message. */
function withoutQuery(address: string): string {
  return address.split('?')[0] ?? address;
}
