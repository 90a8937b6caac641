import { api } from '~/lib/api';
import type { Entry } from './entries';

/** The picture that the server keeps of a photo, as a file; null where it cannot be had. */
export async function fileOf({ preview, name, photoId }: Entry): Promise<File | null> {
  if (!photoId) return null;
  try {
    const response = await api.download(preview);
    return new File([await response.blob()], name, { type: 'image/jpeg' });
  } catch {
    return null;
  }
}
