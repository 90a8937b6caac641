import { api } from '~/lib/api';

/** The file name that a response suggests, if any. */
function suggestedName(response: Response): string | undefined {
  return /filename="?([^";]+)"?/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
}

/**
 * Saves what a link of ours leads to, byte for byte. Unlike a plain link it notices when the link has expired or the network is gone.
 * @throws BildnisError when the file cannot be fetched
 */
export async function download(url: string, name: string): Promise<void> {
  const response = await api.download(url);
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = suggestedName(response) ?? name;
  link.click();
  // The browser has taken the address over by the next task; some need it a little longer.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
