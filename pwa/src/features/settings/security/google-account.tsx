import { useAction, useConfirm } from '~/features/acts';
import { api, type Schemas } from '~/lib/api';
import { formatDate } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { leaveFor, useRouter } from '~/lib/navigation';
import { Button, Notice, Row, Rows } from '~/ui';
import styles from '../settings.module.css';

/** Leaves for Google, which leads back to this page. */
function Unlinked() {
  const t = useText();
  const { isPending, errorText, run } = useAction();
  const link = () =>
    run(
      () => api.startGoogle({ body: { purpose: 'link', redirect: location.pathname } }),
      ({ url }) => leaveFor(url),
    );
  return (
    <Row
      title={t('settings.google.none')}
      detail={t('settings.google.noneText')}
      below={errorText ? <Notice tone="bad">{errorText}</Notice> : undefined}
      action={
        <Button variant="quiet" isPending={isPending} onPress={() => void link()}>
          {t('settings.google.link')}
        </Button>
      }
    />
  );
}

/** The Google account that leads into this one. */
export function GoogleAccount({ google }: { google: Schemas['Security']['google'] }) {
  const t = useText();
  const router = useRouter();
  const { ask, dialog, place } = useConfirm();
  const unlink = (email: string) =>
    ask({
      title: t('settings.google.unlinkTitle'),
      text: t('settings.google.unlinkText', { email }),
      confirmLabel: t('settings.google.unlink'),
      act: () => api.unlinkGoogle(),
      done: () => {
        notify({ title: t('settings.google.unlinked'), tone: 'good' });
        return router.invalidate();
      },
    });
  return (
    <div ref={place} tabIndex={-1} className={styles.place}>
      <Rows>
        {google ? (
          <Row
            title={google.email}
            detail={t('settings.google.linked', { date: formatDate(google.linkedAt) })}
            action={
              <Button variant="quiet" onPress={() => unlink(google.email)}>
                {t('settings.google.unlink')}
              </Button>
            }
          />
        ) : (
          <Unlinked />
        )}
      </Rows>
      {dialog}
    </div>
  );
}
