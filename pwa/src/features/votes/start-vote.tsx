import { useState } from 'react';
import { ActionForm, useAction } from '~/features/acts';
import { api, errorCode } from '~/lib/api';
import { facts } from '~/lib/facts';
import { useText } from '~/lib/i18n';
import { Button, Checkbox, CopyButton, FormDialog, TextField } from '~/ui';
import styles from './votes.module.css';

export interface StartVoteProps {
  portraitIds: readonly string[];
  onClose(): void;
  onStarted(): void;
  /** Closed with the link in hand. */
  onDone(): void;
}

const linkOf = (token: string): string => `${location.origin}/auswahl#${token}`;

/** Asks friends which portrait to take: says what they will see, makes the link, and hands it over. */
export default function StartVote({ portraitIds, onClose, onStarted, onDone }: StartVoteProps) {
  const t = useText();
  const [token, setToken] = useState<string | null>(null);
  const [isOther, setOther] = useState(false);
  const [personAgrees, setPersonAgrees] = useState(false);
  const action = useAction('votes.ask.failed');

  const start = () =>
    action.run(
      async () => {
        try {
          return await api.startVote({ body: { portraitIds: [...portraitIds], personAgrees } });
        } catch (error) {
          // Only the server knows whose face it is: where it is somebody else's, their word is asked for.
          if (errorCode(error) === 'person_must_agree') setOther(true);
          throw error;
        }
      },
      (started) => {
        setToken(started.token);
        onStarted();
      },
    );

  if (token) return <Handover link={linkOf(token)} onClose={onDone} />;
  return (
    <FormDialog isOpen onClose={onClose} title={t('votes.ask.title')}>
      <ActionForm action={action} onSubmit={start} onClose={onClose} submitLabel={t('votes.ask.submit')}>
        <p>{t('votes.ask.text', { count: portraitIds.length })}</p>
        <p className={styles.soft}>{t('votes.ask.end', { days: facts.votes.days })}</p>
        {isOther ? (
          <Checkbox isSelected={personAgrees} onChange={setPersonAgrees}>
            {t('votes.ask.person')}
          </Checkbox>
        ) : null}
      </ActionForm>
    </FormDialog>
  );
}

/** Whether this device has a list of apps and people to hand a link to. */
const canShare = (): boolean => typeof navigator.share === 'function';

function Handover({ link, onClose }: { link: string; onClose(): void }) {
  const t = useText();
  const share = () =>
    void navigator.share({ url: link, text: t('votes.link.message') }).catch(() => {
      // Closed without choosing anybody.
    });
  return (
    <FormDialog isOpen isSticky onClose={onClose} title={t('votes.link.title')}>
      <div className={styles.handover}>
        <p>{t('votes.link.text')}</p>
        <TextField label={t('votes.link.label')} value={link} isReadOnly />
        <div className={styles.acts}>
          {canShare() ? (
            <Button variant="primary" onPress={share}>
              {t('votes.link.share')}
            </Button>
          ) : null}
          <CopyButton
            variant={canShare() ? undefined : 'primary'}
            text={link}
            label={t('votes.link.copy')}
            doneLabel={t('votes.link.copied')}
            failedLabel={t('votes.link.copyFailed')}
          />
          <Button variant="quiet" onPress={onClose}>
            {t('votes.link.close')}
          </Button>
        </div>
      </div>
    </FormDialog>
  );
}
