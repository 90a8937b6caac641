import { useState } from 'react';
import { errorText } from '~/lib/api';
import { useDelete } from '~/lib/deletions';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useNavigate } from '~/lib/navigation';
import { AlertDialog, Button } from '~/ui';

/** The delete button of a run, and the question before it. */
export function DeleteGeneration({ id }: { id: string }) {
  const t = useText();
  const navigate = useNavigate();
  const remove = useDelete();
  const [isOpen, setOpen] = useState(false);
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function confirm() {
    setPending(true);
    setError(null);
    try {
      const outcome = await remove('generation', id);
      if (outcome === 'deleted') notify({ title: t('generations.remove.doneTitle'), text: t('generations.remove.done'), tone: 'good' });
      else notify({ title: t('shell.deletion.title'), text: t('shell.deletion.waiting') });
      await navigate({ to: '/app' });
    } catch (failure) {
      setError(errorText(failure));
      setPending(false);
      notify({ title: t('generations.remove.failed'), text: errorText(failure), tone: 'bad' });
    }
  }

  return (
    <>
      <Button onPress={() => setOpen(true)}>{t('generations.delete')}</Button>
      <AlertDialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={t('generations.remove.title')}
        confirmLabel={t('generations.remove.confirm')}
        cancelLabel={t('shell.cancel')}
        isPending={isPending}
        error={error}
        onConfirm={() => void confirm()}
      >
        {t('generations.remove.text')}
      </AlertDialog>
    </>
  );
}
