import { useCallback, useRef, useState } from 'react';
import { errorText } from '~/lib/api';
import { notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';

/**
 * What the hand has just changed, shown at once; what the server does not take is taken back and said. The requests for one thing follow
 * one another, and only the last wish counts.
 * `wish` stays the same function as long as `send` does: what is drawn for each of many things is not drawn anew for one of them.
 * @param send asks the server for it
 * @param failed title of the message when the server does not take it
 */
export function useWishes<Value>(send: (id: string, value: Value) => Promise<unknown>, failed: string) {
  const router = useRouter();
  const [wishes, setWishes] = useState<ReadonlyMap<string, Value>>(new Map());
  const latest = useRef(new Map<string, number>());
  const sending = useRef(new Map<string, Promise<void>>());

  const wish = useCallback(
    (id: string, value: Value): void => {
      const turn = (latest.current.get(id) ?? 0) + 1;
      const isLatest = () => latest.current.get(id) === turn;
      latest.current.set(id, turn);
      setWishes((before) => new Map(before).set(id, value));

      async function fulfil(): Promise<void> {
        if (!isLatest()) return;
        try {
          await send(id, value);
          if (isLatest()) await router.invalidate();
        } catch (error) {
          if (isLatest()) notify({ title: failed, text: errorText(error), tone: 'bad' });
        }
        if (isLatest()) setWishes((before) => new Map([...before].filter(([other]) => other !== id)));
      }

      sending.current.set(id, (sending.current.get(id) ?? Promise.resolve()).then(fulfil));
    },
    [send, failed, router],
  );

  return { wished: (id: string): Value | undefined => wishes.get(id), wish };
}
