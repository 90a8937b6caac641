import type { Schemas } from '~/lib/api';
import { formatDate } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { useRouter } from '~/lib/navigation';
import { Button, EmptyState, Picture, Row, Rows } from '~/ui';
import { useEndVote } from './use-end-vote';
import styles from './votes.module.css';

type OwnVote = Schemas['OwnVote'];

/** Every open vote with what it shows, until when, and the way to end it. @param own all votes, also those that have ended */
export function OpenVotes({ own }: { own: readonly OwnVote[] }) {
  const t = useText();
  const votes = own.filter(({ open }) => open);
  const router = useRouter();
  const { askToEnd, dialog, place } = useEndVote(() => router.invalidate());
  return (
    <div className={styles.open} ref={place} tabIndex={-1}>
      {votes.length === 0 ? (
        <EmptyState>{t('votes.list.none')}</EmptyState>
      ) : (
        <>
          <p className={styles.lead}>{t('votes.list.lead')}</p>
          <Rows label={t('votes.list.title')}>
            {votes.map((vote) => (
              <OpenVote key={vote.id} vote={vote} onEnd={() => askToEnd(vote.id)} />
            ))}
          </Rows>
        </>
      )}
      {dialog}
    </div>
  );
}

function OpenVote({ vote: { choices, createdAt, endsAt }, onEnd }: { vote: OwnVote; onEnd(): void }) {
  const t = useText();
  const started = formatDate(createdAt);
  const votes = choices.reduce((sum, choice) => sum + choice.votes, 0);
  return (
    <Row
      title={t('votes.list.item', { count: choices.length, date: started })}
      detail={[t('votes.own.votes', { count: votes }), t('votes.own.until', { date: formatDate(endsAt) })].join(' · ')}
      below={
        <ul className={styles.small}>
          {choices.map(({ number, previewUrl }) => (
            <li key={number}>
              <Picture src={previewUrl} alt={t('votes.list.picture', { number })} placeholder={t('votes.own.gone')} />
            </li>
          ))}
        </ul>
      }
      action={
        <Button variant="quiet" onPress={onEnd} aria-label={t('votes.list.endOf', { date: started })}>
          {t('votes.list.end')}
        </Button>
      }
    />
  );
}
