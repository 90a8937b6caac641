import { useState } from 'react';
import { useText } from '~/lib/i18n';
import { declineQuestion } from '~/lib/push';
import { Button, Notice } from '~/ui';
import styles from './soft-prompt.module.css';
import { useDevicePush } from './use-device-push';
import { useTurn } from './use-turn';

export interface SoftPromptProps {
  /** What is being made. */
  about: 'portraits' | 'training';
}

/** The soft prompt: only a yes to it makes the browser ask its own. */
export default function SoftPrompt({ about }: SoftPromptProps) {
  const isTurn = useTurn();
  return isTurn ? (
    <div className={styles[about]}>
      <Asking about={about} />
    </div>
  ) : null;
}

function Asking({ about }: SoftPromptProps) {
  const t = useText();
  const { state, isPending, change } = useDevicePush();
  const [answer, setAnswer] = useState<'none' | 'yes' | 'no'>('none');

  async function accept() {
    // Closed without an answer: that is a no for now.
    if ((await change(true)) !== null) setAnswer('yes');
  }
  function decline() {
    declineQuestion();
    setAnswer('no');
  }

  if (answer === 'yes' && state === 'blocked')
    return <Notice title={t('push.blockedTitle')}>{t('push.blocked')}</Notice>;
  if (answer !== 'none') return null;
  if (state === 'install-first')
    return (
      <Notice
        title={t('push.installTitle')}
        action={
          <Button variant="quiet" onPress={decline}>
            {t('push.question.understood')}
          </Button>
        }
      >
        {t('push.install')}
      </Notice>
    );
  if (state !== 'off') return null;
  return (
    <Notice
      title={t(`push.question.${about}`)}
      action={
        <div className={styles.answers}>
          <Button isPending={isPending} onPress={() => void accept()}>
            {t('push.question.yes')}
          </Button>
          <Button variant="quiet" isDisabled={isPending} onPress={decline}>
            {t('push.question.no')}
          </Button>
        </div>
      }
    >
      {t('push.question.why')}
    </Notice>
  );
}
