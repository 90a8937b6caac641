import { useState } from 'react';
import { errorText } from '~/lib/api';
import { useDelete } from '~/lib/deletions';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';
import { refreshSession } from '~/lib/session';
import { AlertDialog } from '~/ui';
import { profileName } from './profile-row';
import type { AiProfile } from './profiles-data';

/** Asks before a profile is deleted, and deletes it; open while there is a profile. */
export function DeleteProfile({ profile, onClose }: { profile: AiProfile | null; onClose(): void }) {
  const t = useText();
  const router = useRouter();
  const remove = useDelete();
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);

  function close() {
    setError(null);
    onClose();
  }

  async function confirm(id: string) {
    setPending(true);
    setError(null);
    try {
      const outcome = await remove('profile', id);
      // A profile that never became ready gives its credits back.
      await Promise.all([router.invalidate(), refreshSession().catch(() => null)]);
      if (outcome === 'deleted') notify({ title: t('aiProfiles.remove.doneTitle'), text: t('aiProfiles.remove.done'), tone: 'good' });
      else notify({ title: t('shell.deletion.title'), text: t('shell.deletion.waiting') });
      close();
    } catch (failure) {
      setError(errorText(failure));
      notify({ title: t('aiProfiles.remove.failed'), text: errorText(failure), tone: 'bad' });
    } finally {
      setPending(false);
    }
  }

  return (
    <AlertDialog
      isOpen={profile !== null}
      onOpenChange={(isOpen) => !isOpen && close()}
      title={t('aiProfiles.remove.title')}
      confirmLabel={t('aiProfiles.remove.confirm')}
      cancelLabel={t('shell.cancel')}
      isPending={isPending}
      error={error}
      onConfirm={() => profile && void confirm(profile.id)}
    >
      {profile ? t('aiProfiles.remove.text', { name: profileName(profile, t) }) : null}
    </AlertDialog>
  );
}
