import { loadTexts } from '~/lib/i18n';
import { later } from '~/lib/later';

/** What became of a profile's photos, with its texts; fetched when it is first opened. */
export const TrainedPhotos = later(async () => {
  const [part] = await Promise.all([import('./trained-photos'), loadTexts('aiProfiles.photos')]);
  return part;
});
