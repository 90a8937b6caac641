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
  save(await response.blob(), suggestedName(response) ?? name);
}

/** Saves a text as a file. */
export function saveText(content: string, name: string): void {
  save(new Blob([content], { type: 'text/plain;charset=utf-8' }), name);
}

/** Hands a large file over to the browser, which fetches it by itself: for a link that was made just now. */
export function openDownload(url: string): void {
  click(url, '');
}

function save(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  click(address, name);
  // The browser has taken the address over by the next task; some need it a little longer.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

function click(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}
