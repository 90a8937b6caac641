import { useAction, useConfirm } from '~/features/acts';
import { LoadedPart } from '~/features/shell';
import { api, type Loaded, type Schemas } from '~/lib/api';
import { formatDate } from '~/lib/formats';
import { useText, type Text } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';
import { Button, Notice, Row, Rows, Section, Status } from '~/ui';
import styles from '../settings.module.css';
import { when } from '../when';

type Session = Schemas['Session'];

/** «Chrome auf macOS», or what is known of it. */
export function deviceName({ browser, system, device }: Session, t: Text): string {
  if (browser && system) return t('settings.sessions.on', { browser, system });
  return browser || system || t(device === 'program' ? 'settings.sessions.program' : 'settings.sessions.unknown');
}

function SessionRow({ session, onEnded }: { session: Session; onEnded(): void }) {
  const t = useText();
  const router = useRouter();
  const { isPending, errorText, run } = useAction();
  const name = deviceName(session, t);
  const end = () =>
    run(
      () => api.endSession({ path: { id: session.id } }),
      async () => {
        notify({ title: t('settings.sessions.ended'), text: name, tone: 'good' });
        onEnded();
        await router.invalidate();
      },
    );
  const detail = [
    t('settings.sessions.seen', { when: when(session.lastSeenAt) }),
    t('settings.sessions.since', { date: formatDate(session.createdAt) }),
    session.address ?? t('settings.sessions.anonymised'),
  ];
  return (
    <Row
      title={name}
      detail={detail.filter(Boolean).join(' · ')}
      below={errorText ? <Notice tone="bad">{errorText}</Notice> : undefined}
      action={
        session.current ? (
          <span className={styles.state}>
            <Status tone="good">{t('settings.sessions.current')}</Status>
          </span>
        ) : (
          <Button
            variant="quiet"
            isPending={isPending}
            onPress={() => void end()}
            aria-label={t('settings.sessions.endNamed', { name })}
          >
            {t('settings.sessions.end')}
          </Button>
        )
      }
    />
  );
}

function EndOthers({ onAsk }: { onAsk: ReturnType<typeof useConfirm>['ask'] }) {
  const t = useText();
  const router = useRouter();
  const question = {
    title: t('settings.sessions.endOthersTitle'),
    text: t('settings.sessions.endOthersText'),
    confirmLabel: t('settings.sessions.endOthers'),
    act: () => api.endOtherSessions(),
    done: () => {
      notify({ title: t('settings.sessions.endedOthers'), tone: 'good' });
      return router.invalidate();
    },
  };
  return (
    <Button variant="quiet" onPress={() => onAsk(question)}>
      {t('settings.sessions.endOthers')}
    </Button>
  );
}

/** Where the account is signed in, each to be ended. */
export function Sessions({ sessions }: { sessions: Loaded<Session[]> }) {
  const t = useText();
  const { ask, dialog, place } = useConfirm();
  const list = sessions.ok ? sessions.value : [];
  return (
    <Section
      title={t('settings.sessions.title')}
      aside={list.some(({ current }) => !current) ? <EndOthers onAsk={ask} /> : null}
    >
      <div ref={place} tabIndex={-1} className={styles.place}>
        <LoadedPart of={sessions} failed={t('settings.sessions.failed')}>
          {() => (
            <Rows label={t('settings.sessions.title')}>
              {list.map((session) => (
                <SessionRow
                  key={session.id}
                  session={session}
                  onEnded={() => place.current?.focus({ preventScroll: true })}
                />
              ))}
            </Rows>
          )}
        </LoadedPart>
      </div>
      {dialog}
    </Section>
  );
}
