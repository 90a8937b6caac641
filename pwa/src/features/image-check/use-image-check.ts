import { useRef, useState } from 'react';
import { api, type Schemas } from '~/lib/api';
import { facts } from '~/lib/facts';

export type Answer = Schemas['ImageCheck'];

export type CheckState =
  | { step: 'asking' }
  | { step: 'checking'; name: string }
  | { step: 'answered'; name: string; answer: Answer }
  | { step: 'failed'; name: string; error: unknown }
  /** Not sent at all. */
  | { step: 'tooLarge'; name: string };

/** Sends one picture at a time; the newest one counts. */
export function useImageCheck() {
  const [state, setState] = useState<CheckState>({ step: 'asking' });
  const current = useRef(0);

  async function check(file: File) {
    current.current += 1;
    const turn = current.current;
    const show = (next: CheckState) => {
      if (turn === current.current) setState(next);
    };
    const { name } = file;
    // As a download leaves it that was broken off.
    if (file.size === 0)
      return show({
        step: 'answered',
        name,
        answer: { result: 'unreadable', sourceType: null, sample: false, reason: 'damaged' },
      });
    if (file.size > facts.photos.maxBytes) return show({ step: 'tooLarge', name });
    show({ step: 'checking', name });
    try {
      const answer = await api.uploads.imageCheck({ file });
      show({ step: 'answered', name, answer });
    } catch (error) {
      show({ step: 'failed', name, error });
    }
  }

  return { state, check };
}
