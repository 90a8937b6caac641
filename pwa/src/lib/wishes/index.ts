import { useRef, useState } from 'react';
import { errorText } from '~/lib/api';
import { notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';

/** Under way: what was last wished for a thing, and its turn among the wishes for it. */
interface Wish<Value> {
  value: Value;
  turn: number;
}

/**
 * What the hand has just changed, shown at once; what the server does not take is taken back and said. The requests for one thing follow
 * one another, and only the last wish counts.
 * @param send asks the server for it
 * @param failed title of the message when the server does not take it
 */
export function useWishes<Value>(send: (id: string, value: Value) => Promise<unknown>, failed: string) {
  const router = useRouter();
  const [wishes, setWishes] = useState<ReadonlyMap<string, Wish<Value>>>(new Map());
  const latest = useRef(new Map<string, number>());
  const sending = useRef(new Map<string, Promise<void>>());

  const isLatest = (id: string, turn: number) => latest.current.get(id) === turn;

  async function fulfil(id: string, { value, turn }: Wish<Value>): Promise<void> {
    if (!isLatest(id, turn)) return;
    try {
      await send(id, value);
      if (isLatest(id, turn)) await router.invalidate();
    } catch (error) {
      if (isLatest(id, turn)) notify({ title: failed, text: errorText(error), tone: 'bad' });
    }
    if (isLatest(id, turn)) setWishes((before) => new Map([...before].filter(([other]) => other !== id)));
  }

  function wish(id: string, value: Value): void {
    const next = { value, turn: (latest.current.get(id) ?? 0) + 1 };
    latest.current.set(id, next.turn);
    setWishes((before) => new Map(before).set(id, next));
    sending.current.set(
      id,
      (sending.current.get(id) ?? Promise.resolve()).then(() => fulfil(id, next)),
    );
  }

  return { wished: (id: string): Value | undefined => wishes.get(id)?.value, wish };
}
