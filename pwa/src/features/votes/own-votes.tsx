import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { api, type Schemas } from '~/lib/api';
import { useWaitingDeletions } from '~/lib/deletions/waiting';
import { formatDate } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { Button, Picture } from '~/ui';
import { useEndVote } from './use-end-vote';
import styles from './votes.module.css';

type OwnVote = Schemas['OwnVote'];

export interface OwnVotesProps {
  /** The portraits on the screen: votes with none of them are shown elsewhere. */
  portraits: readonly { id: string; previewUrl: string }[];
}

/** How often an open vote is looked at again, in milliseconds. */
const READ_AGAIN_MS = 30_000;

/** What the server knows of them. Where that cannot be had, nothing is shown. */
function useVotes(isShown: (vote: OwnVote) => boolean) {
  const [votes, setVotes] = useState<OwnVote[]>([]);
  /** An answer to an older question says nothing any more. */
  const turn = useRef(0);
  const read = () => {
    const asked = (turn.current += 1);
    void api.listVotes().then(
      ({ items }) => asked === turn.current && setVotes(items),
      () => undefined,
    );
  };
  const shown = votes.filter(isShown);
  const isOpen = shown.some(({ open }) => open);
  const readFirst = useEffectEvent(read);
  useEffect(() => readFirst(), []);
  const readLater = useEffectEvent(() => {
    if (document.visibilityState === 'visible') read();
  });
  // Friends vote at any time, mostly while the customer looks at something else.
  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(() => readLater(), READ_AGAIN_MS);
    const look = () => readLater();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isOpen]);
  return { shown, readAgain: read };
}

/** How friends voted about these portraits, and the way to end it. */
export default function OwnVotes({ portraits }: OwnVotesProps) {
  const t = useText();
  const { shown, readAgain } = useVotes(({ choices }) =>
    choices.some(({ portraitId }) => portraits.some(({ id }) => id === portraitId)),
  );
  const { askToEnd, dialog, place } = useEndVote(readAgain);
  if (shown.length === 0) return null;
  return (
    <section className={styles.votes} aria-labelledby="votes-title" ref={place} tabIndex={-1}>
      <h2 id="votes-title">{t('votes.own.title')}</h2>
      {shown.map((vote) => (
        <Vote key={vote.id} vote={vote} portraits={portraits} onRefresh={readAgain} onEnd={() => askToEnd(vote.id)} />
      ))}
      {dialog}
    </section>
  );
}

function Vote({
  vote,
  portraits,
  onRefresh,
  onEnd,
}: {
  vote: OwnVote;
  portraits: OwnVotesProps['portraits'];
  onRefresh(): void;
  onEnd(): void;
}) {
  const t = useText();
  const waiting = useWaitingDeletions();
  const count = (votes: number): string => t('votes.own.votes', { count: votes });
  const most = Math.max(...vote.choices.map(({ votes }) => votes));
  const date = formatDate(vote.endsAt);
  return (
    <div className={styles.vote}>
      <p className={styles.soft}>
        {count(vote.choices.reduce((sum, { votes }) => sum + votes, 0))}
        {' · '}
        {t(vote.open ? 'votes.own.until' : 'votes.own.ended', { date })}
      </p>
      <ul className={styles.results}>
        {vote.choices.map(({ number, portraitId, votes, previewUrl }) => {
          const portrait = portraits.find(({ id }) => id === portraitId);
          // Portraits of other runs are not on the screen.
          return (
            <li key={number} data-most={(most > 0 && votes === most) || undefined}>
              <Picture
                src={portrait?.previewUrl ?? (waiting.has(portraitId) ? null : previewUrl)}
                alt={t('votes.own.choice', { votes: count(votes) })}
                placeholder={t('votes.own.gone')}
              />
              <p aria-hidden="true">{count(votes)}</p>
            </li>
          );
        })}
      </ul>
      {vote.open ? (
        <div className={styles.acts}>
          <Button onPress={onRefresh}>{t('votes.own.refresh')}</Button>
          <Button variant="quiet" onPress={onEnd}>
            {t('votes.own.end')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
