import { useEffect, useState } from 'react';
import { errorText } from '~/lib/api';
import { useDelete } from '~/lib/deletions';
import { forgetWayBack } from '~/lib/device/way-back';
import { calledOffWith, creditsReturned, type CalledOff } from '~/lib/deletions/returns';
import { facts } from '~/lib/facts';
import { useText, type Text } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';
import { useOnce } from '~/lib/once';
import { refreshSession } from '~/lib/session';
import { AlertDialog } from '~/ui';
import { profileName } from './profile-row';
import type { AiProfile } from './profiles-data';

/** Runs that go with the profile; «unknown» where they cannot be asked for, null until they are known. */
type Runs = CalledOff | 'unknown' | null;

/** Asked for again for each profile; only a ready one can have runs. */
function useRuns(profile: AiProfile | null): Runs {
  const [found, setFound] = useState<{ id: string; runs: Runs } | null>(null);
  const id = profile?.status === 'ready' ? profile.id : null;
  useEffect(() => {
    if (!id) return;
    let isOver = false;
    const set = (runs: Runs) => !isOver && setFound({ id, runs });
    calledOffWith(id).then(set, () => set('unknown'));
    return () => {
      isOver = true;
    };
  }, [id]);
  return found && found.id === id ? found.runs : null;
}

const costOf = ({ ids }: CalledOff): number => ids.length * facts.generation.credits;

/** What the question says of runs under way and their credits. */
function runsText(runs: Runs, t: Text): string | null {
  if (runs === 'unknown') return t('aiProfiles.remove.unknown');
  if (!runs || runs.ids.length === 0) return null;
  const [credits, cost] = [runs.credits, costOf(runs)];
  const back =
    credits === 0
      ? 'aiProfiles.remove.keeps'
      : credits === cost
        ? 'aiProfiles.remove.returns'
        : 'aiProfiles.remove.returnsPart';
  return `${t('aiProfiles.remove.runs', { count: runs.ids.length })} ${t(back, { credits, cost })}`;
}

/** What became of their credits, as the ledger has it. */
async function doneText(runs: Runs, t: Text): Promise<string> {
  const known = runs && runs !== 'unknown' && runs.ids.length > 0 ? runs : null;
  const credits = known ? await creditsReturned(known.ids) : null;
  if (!known || credits === null) return t('aiProfiles.remove.done');
  return t(credits > 0 ? 'aiProfiles.remove.doneReturned' : 'aiProfiles.remove.doneKept', {
    credits,
    cost: costOf(known),
  });
}

/** Asks before a profile is deleted, and deletes it; open while there is a profile. */
export function DeleteProfile({ profile, onClose }: { profile: AiProfile | null; onClose(): void }) {
  const t = useText();
  const router = useRouter();
  const remove = useDelete();
  const { isPending, failure, clear, run } = useOnce((error) => {
    notify({ title: t('aiProfiles.remove.failed'), text: errorText(error), tone: 'bad' });
    return errorText(error);
  });
  const runs = useRuns(profile);

  function close() {
    clear();
    onClose();
  }

  const confirm = (id: string) =>
    run(async () => {
      const outcome = await remove('profile', id);
      forgetWayBack(id);
      // A profile that never became ready gives its credits back.
      await Promise.all([router.invalidate(), refreshSession().catch(() => null)]);
      if (outcome === 'deleted')
        notify({ title: t('aiProfiles.remove.doneTitle'), text: await doneText(runs, t), tone: 'good' });
      else notify({ title: t('shell.deletion.title'), text: t('shell.deletion.waiting') });
      close();
    });

  return (
    <AlertDialog
      isOpen={profile !== null}
      onOpenChange={(isOpen) => !isOpen && close()}
      title={t('aiProfiles.remove.title')}
      confirmLabel={t('aiProfiles.remove.confirm')}
      cancelLabel={t('shell.cancel')}
      isPending={isPending}
      error={failure}
      onConfirm={() => profile && void confirm(profile.id)}
    >
      {profile
        ? [t('aiProfiles.remove.text', { name: profileName(profile, t) }), runsText(runs, t)].filter(Boolean).join(' ')
        : null}
    </AlertDialog>
  );
}
