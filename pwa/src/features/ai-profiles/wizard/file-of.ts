import { api } from '~/lib/api';
import type { Entry } from './entries';

/** How long a deletion waits for it, milliseconds. */
const PATIENCE = 2_000;

/** The picture that the server keeps of a photo, as a file; null where it cannot be had. */
export async function fileOf({ preview, name, photoId }: Entry): Promise<File | null> {
  if (!photoId) return null;
  try {
    const response = await api.download(preview, { signal: AbortSignal.timeout(PATIENCE) });
    return new File([await response.blob()], name, { type: 'image/jpeg' });
  } catch {
    return null;
  }
}
