import { useEffect, useEffectEvent, useState } from 'react';
import { useAction } from '~/features/acts';
import { api, errorCode, type Schemas } from '~/lib/api';
import { formatDate } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { AppLinkButton } from '~/lib/navigation';
import { voter } from '~/lib/voter';
import { Button, EmptyState, PageHeader, Picture, Skeleton, TextLink } from '~/ui';
import styles from './vote-screen.module.css';

type OpenVote = Schemas['OpenVote'];
type State = OpenVote | 'loading' | 'ended' | 'failed';

/** Pictures are made within seconds of the start: until they are there it is asked again, at most so often, in milliseconds. */
const ASK_AGAIN_MS = 2_000;
const MOST_ASKS = 30;

function useOpenVote(token: string) {
  const [state, setState] = useState<State>(token ? 'loading' : 'ended');
  const [asks, setAsks] = useState(0);
  const isWaiting = typeof state === 'object' && state.choices.some(({ picture }) => picture === null);

  function answered(next: State) {
    setState(next);
    setAsks((before) => before + 1);
  }
  const ask = () =>
    void api
      .readOpenVote({ body: { token, voter: voter() } })
      .then(answered, (error: unknown) => answered(errorCode(error) === 'not_found' ? 'ended' : 'failed'));

  const askFirst = useEffectEvent(() => {
    if (token) ask();
  });
  const askLater = useEffectEvent(ask);
  useEffect(() => askFirst(), []);
  useEffect(() => {
    if (!isWaiting || asks >= MOST_ASKS) return;
    const timer = setTimeout(() => askLater(), ASK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, asks]);

  return { state, setState, askAgain: ask };
}

/** What friends see behind a link: up to four small marked portraits, and one choice. */
export function VoteScreen({ token }: { token: string }) {
  const t = useText();
  const { state, setState, askAgain } = useOpenVote(token);
  const action = useAction('votes.open.failed');

  if (state === 'ended') return <Ended />;
  if (state === 'failed')
    return (
      <EmptyState
        tone="bad"
        title={t('votes.open.notLoaded')}
        action={<Button onPress={askAgain}>{t('votes.open.again')}</Button>}
      />
    );

  const choose = (number: number) =>
    void action.run(async () => {
      try {
        setState(await api.castBallot({ body: { token, voter: voter(), number } }));
      } catch (error) {
        if (errorCode(error) === 'not_found') return setState('ended');
        // Chosen before, in another tab: what counts is shown.
        if (errorCode(error) === 'conflict') return askAgain();
        throw error;
      }
    });

  return (
    <div className={styles.page}>
      <PageHeader title={t('votes.open.title')} lead={t('votes.open.lead')} />
      {state === 'loading' ? (
        <div className={styles.choices} aria-busy="true">
          <Skeleton shape="portrait" />
          <Skeleton shape="portrait" />
        </div>
      ) : (
        <>
          <div role="status" className={styles.thanks}>
            {state.chosen ? (
              <>
                <p className={styles.strong}>{t('votes.open.thanks')}</p>
                <p>{t('votes.open.thanksText', { number: state.chosen, date: formatDate(state.endsAt) })}</p>
              </>
            ) : null}
          </div>
          <ul className={styles.choices}>
            {state.choices.map(({ number, picture }) => (
              <li key={number} data-chosen={state.chosen === number || undefined}>
                {picture ? (
                  <Picture src={picture} alt={t('votes.open.number', { number })} eager />
                ) : (
                  <div className={styles.making}>
                    <p>{t('votes.open.making')}</p>
                  </div>
                )}
                {state.chosen === null ? (
                  <Button
                    isDisabled={action.isPending}
                    onPress={() => choose(number)}
                    aria-label={t('votes.open.chooseOf', { number })}
                  >
                    {t('votes.open.choose')}
                  </Button>
                ) : (
                  <p className={styles.said}>
                    {state.chosen === number ? t('votes.open.chosen') : t('votes.open.number', { number })}
                  </p>
                )}
              </li>
            ))}
          </ul>
          <p className={styles.foot}>
            <TextLink href="/">{t('votes.open.about')}</TextLink>
            <TextLink href="/missbrauch-melden">{t('votes.open.report')}</TextLink>
          </p>
        </>
      )}
    </div>
  );
}

function Ended() {
  const t = useText();
  return (
    <div className={styles.page}>
      <PageHeader title={t('votes.open.endedTitle')} lead={t('votes.open.endedText')} />
      <AppLinkButton to="/">{t('votes.open.about')}</AppLinkButton>
    </div>
  );
}
