import { useRef, useState } from 'react';
import { api, errorText } from '~/lib/api';
import { facts } from '~/lib/facts';
import { megabytes } from '~/lib/formats';
import { text } from '~/lib/i18n';

export type PictureState =
  | { step: 'none' }
  | { step: 'comparing'; name: string }
  | { step: 'compared'; name: string }
  | { step: 'failed'; name: string; why: string };

const UNREADABLE = new Set<string | null>(['damaged', 'too_many_pixels']);

/** Sends a picture to be compared as soon as it is chosen; the newest one counts. @param onEvidence gets what is to go with the report, empty until it is there */
export function useMisusePicture(kept: { name: string } | null, onEvidence: (evidence: string, name: string) => void) {
  const [state, setState] = useState<PictureState>(kept ? { step: 'compared', name: kept.name } : { step: 'none' });
  const current = useRef(0);

  async function choose(file: File) {
    current.current += 1;
    const turn = current.current;
    const { name } = file;
    const show = (next: PictureState, evidence = '') => {
      if (turn !== current.current) return;
      setState(next);
      onEvidence(evidence, name);
    };
    // As a download leaves it that was broken off.
    if (file.size === 0) return show({ step: 'failed', name, why: text('misuse.picture.damaged') });
    if (file.size > facts.photos.maxBytes)
      return show({
        step: 'failed',
        name,
        why: text('misuse.picture.tooLarge', { size: megabytes(facts.photos.maxBytes) }),
      });
    show({ step: 'comparing', name });
    try {
      const { evidence, reason } = await api.uploads.misusePicture({ file });
      if (evidence) show({ step: 'compared', name }, evidence);
      else
        show({
          step: 'failed',
          name,
          why: text(
            UNREADABLE.has(reason)
              ? `misuse.picture.${reason as 'damaged' | 'too_many_pixels'}`
              : 'misuse.picture.unreadable',
          ),
        });
    } catch (error) {
      show({ step: 'failed', name, why: errorText(error) });
    }
  }

  return { state, choose };
}
