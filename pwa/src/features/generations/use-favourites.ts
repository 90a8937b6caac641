import { useRef, useState } from 'react';
import { api, errorText } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { useLive } from '~/lib/live';
import { notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';
import type { Portrait } from './generations-data';

/** Under way: what was last wished for a portrait, and its turn among the wishes for it. */
interface Wish {
  favourite: boolean;
  turn: number;
}

/**
 * The favourites of a run. A heart follows the hand at once; what the server does not take is taken back and said. The requests for one
 * portrait follow one another, and only the last wish counts. Other pages of the same person are told by a live event.
 */
export function useFavourites(generationId: string) {
  const t = useText();
  const router = useRouter();
  const [wishes, setWishes] = useState<ReadonlyMap<string, Wish>>(new Map());
  const latest = useRef(new Map<string, number>());
  const sending = useRef(new Map<string, Promise<void>>());

  useLive('portrait.changed', (event) => {
    if (event.generationId === generationId) void router.invalidate();
  });

  const isLatest = (id: string, turn: number) => latest.current.get(id) === turn;

  async function send(id: string, { favourite, turn }: Wish): Promise<void> {
    if (!isLatest(id, turn)) return;
    try {
      await (favourite ? api.addFavourite({ path: { id } }) : api.removeFavourite({ path: { id } }));
      if (isLatest(id, turn)) await router.invalidate();
    } catch (error) {
      if (isLatest(id, turn)) notify({ title: t('generations.favourite.failed'), text: errorText(error), tone: 'bad' });
    }
    if (isLatest(id, turn)) setWishes((before) => new Map([...before].filter(([other]) => other !== id)));
  }

  function set(id: string, favourite: boolean): void {
    const wish = { favourite, turn: (latest.current.get(id) ?? 0) + 1 };
    latest.current.set(id, wish.turn);
    setWishes((before) => new Map(before).set(id, wish));
    sending.current.set(
      id,
      (sending.current.get(id) ?? Promise.resolve()).then(() => send(id, wish)),
    );
  }

  return { isFavourite: ({ id, favourite }: Portrait): boolean => wishes.get(id)?.favourite ?? favourite, set };
}
