import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useAction } from '~/features/acts';
import { api, errorCode, type Schemas } from '~/lib/api';
import { formatDate } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { AppLinkButton } from '~/lib/navigation';
import { keptVoter, voter } from '~/lib/voter';
import { Button, PageHeader, Picture, Skeleton, TextLink } from '~/ui';
import styles from './vote-screen.module.css';

type OpenVote = Schemas['OpenVote'];
type State = OpenVote | 'loading' | 'ended' | 'failed';

/** Pictures are made within seconds of the start. Until they are there it is asked again, each time after so long, in milliseconds. */
const ASK_AGAIN_MS = [2_000, 3_000, 5_000, 8_000, 13_000, 20_000, 30_000];

function useOpenVote(token: string) {
  const [state, setState] = useState<State>(token ? 'loading' : 'ended');
  const [asks, setAsks] = useState(0);
  /** What is asked before a choice may be answered after it, and counts no more. */
  const turn = useRef(0);
  const isWaiting = typeof state === 'object' && state.choices.some(({ picture }) => picture === null);

  function answered(asked: number, next: State) {
    setAsks((before) => before + 1);
    if (asked !== turn.current) return;
    // A vote that is on the screen stays there when it cannot be asked for once.
    setState((before) => (next === 'failed' && typeof before === 'object' ? before : next));
  }
  function ask() {
    const asked = turn.current;
    void api.readOpenVote({ body: { token, voter: keptVoter() } }).then(
      (found) => answered(asked, found),
      // What is no token at all is a link that was copied in part.
      (error: unknown) => answered(asked, ['not_found', 'validation'].includes(errorCode(error)) ? 'ended' : 'failed'),
    );
  }
  function decide(next: State) {
    turn.current += 1;
    setState(next);
  }

  const askFirst = useEffectEvent(() => {
    if (token) ask();
  });
  const askLater = useEffectEvent(ask);
  useEffect(() => askFirst(), []);
  useEffect(() => {
    const delay = ASK_AGAIN_MS[asks - 1];
    if (!isWaiting || delay === undefined) return;
    const timer = setTimeout(() => askLater(), delay);
    return () => clearTimeout(timer);
  }, [isWaiting, asks]);

  return { state, decide, askAgain: ask, isGivenUp: isWaiting && asks > ASK_AGAIN_MS.length };
}

/** What friends see behind a link: up to four small marked portraits, and one choice. */
export function VoteScreen({ token }: { token: string }) {
  const t = useText();
  const { state, decide, askAgain, isGivenUp } = useOpenVote(token);
  const action = useAction('votes.open.failed');
  const thanks = useRef<HTMLDivElement>(null);
  // A vote counts once: what was tapped is only noted until it is confirmed.
  const [picked, setPicked] = useState<number | null>(null);

  if (state === 'ended') return <Ended />;
  if (state === 'failed')
    return (
      <div className={styles.page}>
        <PageHeader title={t('votes.open.notLoaded')} />
        <Button onPress={askAgain}>{t('votes.open.again')}</Button>
      </div>
    );

  const cast = (number: number) =>
    void action.run(async () => {
      try {
        decide(await api.castBallot({ body: { token, voter: voter(), number } }));
        // The button that was pressed has gone.
        thanks.current?.focus();
      } catch (error) {
        if (errorCode(error) === 'not_found') return decide('ended');
        // Chosen before, in another tab: what counts is shown.
        if (errorCode(error) === 'conflict') return askAgain();
        throw error;
      }
    });

  return (
    <div className={styles.page}>
      <PageHeader title={t('votes.open.title')} lead={t('votes.open.lead')} />
      {state === 'loading' ? (
        <ul className={styles.choices} aria-busy="true">
          {[1, 2].map((choice) => (
            <li key={choice}>
              <Skeleton shape="portrait" />
              <Skeleton shape="control" />
            </li>
          ))}
        </ul>
      ) : (
        <>
          <div role="status" className={styles.thanks} ref={thanks} tabIndex={-1}>
            {state.chosen ? (
              <>
                <p className={styles.strong}>{t('votes.open.thanks')}</p>
                <p>{t('votes.open.thanksText', { number: state.chosen, date: formatDate(state.endsAt) })}</p>
              </>
            ) : null}
          </div>
          <ul className={styles.choices}>
            {state.choices.map(({ number, picture }) => (
              <li key={number} data-chosen={(state.chosen ?? picked) === number || undefined}>
                {picture ? (
                  // For the pointer: the button below is the one that keyboards and screen readers meet.
                  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
                  <div
                    className={state.chosen === null ? styles.choice : undefined}
                    onClick={state.chosen === null && !action.isPending ? () => setPicked(number) : undefined}
                  >
                    <Picture
                      src={picture}
                      alt={t('votes.open.picture', { number, total: state.choices.length })}
                      eager
                    />
                  </div>
                ) : (
                  <div className={styles.making}>
                    <p>{t('votes.open.making')}</p>
                  </div>
                )}
                {state.chosen === null ? (
                  <Button
                    isDisabled={action.isPending || !picture}
                    onPress={() => setPicked(number)}
                    aria-label={t('votes.open.chooseOf', { number })}
                    aria-pressed={picked === number}
                  >
                    {t(picked === number ? 'votes.open.picked' : 'votes.open.choose')}
                  </Button>
                ) : (
                  <p className={styles.said}>
                    {state.chosen === number ? t('votes.open.chosen') : t('votes.open.number', { number })}
                  </p>
                )}
              </li>
            ))}
          </ul>
          <div className={styles.cast}>
            <p role="status">{picked && state.chosen === null ? t('votes.open.once') : null}</p>
            {picked && state.chosen === null ? (
              <Button variant="primary" wide isPending={action.isPending} onPress={() => cast(picked)}>
                {t('votes.open.cast', { number: picked })}
              </Button>
            ) : null}
          </div>
          {isGivenUp ? <Button onPress={askAgain}>{t('votes.open.again')}</Button> : null}
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
