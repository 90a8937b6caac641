import { useState } from 'react';
import { errorText } from '~/lib/api';
import { useDelete } from '~/lib/deletions';
import { calledOff, creditsReturned, isUnderWay } from '~/lib/deletions/returns';
import { facts } from '~/lib/facts';
import { useText, type Text } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useNavigate } from '~/lib/navigation';
import { useOnce } from '~/lib/once';
import { AlertDialog, Button, Menu } from '~/ui';
import type { Generation } from './generations-data';

/** What became of the credits of a run that was called off, as the ledger has it. */
async function doneText(run: Generation, t: Text): Promise<string> {
  const { ids } = calledOff([run]);
  const credits = ids.length > 0 ? await creditsReturned(ids) : null;
  if (credits === null) return t('generations.remove.done');
  return t(credits > 0 ? 'generations.remove.doneReturned' : 'generations.remove.doneKept', {
    credits: credits || facts.generation.credits,
  });
}

/** What the question says of the credits of a run under way. */
function creditsText(run: Generation, t: Text): string | null {
  if (run.repeatOf && isUnderWay(run))
    return t(run.previews.length > 0 ? 'generations.remove.repeatUsed' : 'generations.remove.repeatReturns');
  const { ids, credits } = calledOff([run]);
  if (ids.length === 0) return null;
  return t(credits > 0 ? 'generations.remove.returns' : 'generations.remove.keeps', {
    credits: credits || facts.generation.credits,
  });
}

interface DeleteGenerationProps {
  generation: Generation;
  /** Whether portraits of it are shown as an example, or offered for it. */
  isReleased: boolean;
}

/** Deletes a run after a question: by a button while it is under way, in a menu once there are portraits. */
export function DeleteGeneration({ generation, isReleased }: DeleteGenerationProps) {
  const { id } = generation;
  const t = useText();
  const navigate = useNavigate();
  const remove = useDelete();
  const [isOpen, setOpen] = useState(false);
  const { isPending, failure, run } = useOnce((error) => {
    notify({ title: t('generations.remove.failed'), text: errorText(error), tone: 'bad' });
    return errorText(error);
  });

  const confirm = () =>
    run(async () => {
      const outcome = await remove('generation', id);
      if (outcome === 'deleted')
        notify({ title: t('generations.remove.doneTitle'), text: await doneText(generation, t), tone: 'good' });
      else notify({ title: t('shell.deletion.title'), text: t('shell.deletion.waiting') });
      await navigate({ to: '/app' });
    });

  return (
    <>
      {generation.status === 'completed' ? (
        <Menu
          label={t('generations.moreOf')}
          trigger={t('generations.more')}
          variant="secondary"
          items={[{ id: 'delete', label: t('generations.delete'), onAction: () => setOpen(true) }]}
        />
      ) : (
        <Button onPress={() => setOpen(true)}>{t('generations.delete')}</Button>
      )}
      <AlertDialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={t('generations.remove.title')}
        confirmLabel={t('generations.remove.confirm')}
        cancelLabel={t('shell.cancel')}
        isPending={isPending}
        error={failure}
        onConfirm={() => void confirm()}
      >
        {[
          creditsText(generation, t),
          t('generations.remove.text'),
          isReleased ? t('generations.remove.endsRelease') : null,
        ]
          .filter(Boolean)
          .join(' ')}
      </AlertDialog>
    </>
  );
}
