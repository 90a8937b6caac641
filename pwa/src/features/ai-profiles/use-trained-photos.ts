import { useState } from 'react';
import { api } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { useWishes } from '~/lib/wishes';
import type { AiProfile, TrainedPhoto } from './profiles-data';

type Choice = NonNullable<TrainedPhoto['choice']>;

/** The photos of a profile as the customer wants them, and what was changed last, in words. */
export function useTrainedPhotos({ id, trainedPhotos }: AiProfile) {
  const t = useText();
  const [news, setNews] = useState('');
  const { wished, wish } = useWishes<Choice>(
    (photoId, choice) => api.choosePhoto({ path: { id, photoId }, body: { choice } }),
    t('aiProfiles.photos.failed'),
  );
  const photos = (trainedPhotos ?? []).map((photo) => ({ ...photo, choice: wished(photo.id) ?? photo.choice }));

  function choose({ id: photoId, number, choice: before }: TrainedPhoto, choice: Choice): void {
    wish(photoId, choice);
    if (choice === 'exclude') setNews(t('aiProfiles.photos.nowExcluded', { number }));
    else if (before === 'exclude') setNews(t('aiProfiles.photos.nowIncluded', { number }));
    else setNews('');
  }

  return {
    taken: photos.filter(({ used, choice }) => used && choice !== 'exclude'),
    excluded: photos.filter(({ used, choice }) => used && choice === 'exclude'),
    unused: photos.filter(({ used }) => !used),
    news,
    choose,
  };
}
