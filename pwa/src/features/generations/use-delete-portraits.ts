import { useState } from 'react';
import { useConfirm } from '~/features/acts';
import { useDelete } from '~/lib/deletions';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useNavigate } from '~/lib/navigation';
import { inOneGo, useReload } from '~/lib/reload';
import type { Generation, Portrait } from './generations-data';

/**
 * Deletes portraits by themselves, after a question.
 * @param run the run on the screen, with the portraits that are there: it goes with the last of them; null where portraits of several runs
 *   are shown
 * @param onDeleted hears of each at once, also of one that waits: it must not come back to the screen between its turn and the next answer
 */
export function useDeletePortraits(run: Pick<Generation, 'id' | 'portraits'> | null, onDeleted: (id: string) => void) {
  const t = useText();
  const reload = useReload();
  const navigate = useNavigate();
  const remove = useDelete();
  const { ask, dialog, place } = useConfirm('generations.removePortraits.failed');

  async function removeAll(portraits: readonly Portrait[]): Promise<'deleted' | 'waiting'> {
    let outcome: 'deleted' | 'waiting' = 'deleted';
    for (const { id } of portraits) {
      if ((await remove('portrait', id)) === 'waiting') outcome = 'waiting';
      onDeleted(id);
    }
    return outcome;
  }

  /** @param onDone runs after a deletion that leaves something on the screen */
  function askToDelete(portraits: readonly Portrait[], onDone: () => void) {
    const count = portraits.length;
    const whole = run && count === run.portraits.length ? run : null;
    let outcome: 'deleted' | 'waiting' = 'deleted';
    ask({
      title: t('generations.removePortraits.title', { count }),
      text: [
        t('generations.removePortraits.text', { count }),
        whole ? t('generations.removePortraits.run') : null,
        run ? null : t('generations.removePortraits.lastOfRun'),
        t('generations.removePortraits.ends', { count }),
      ]
        .filter(Boolean)
        .join(' '),
      confirmLabel: t('generations.removePortraits.confirm'),
      act: async () => {
        outcome = whole ? await remove('generation', whole.id) : await inOneGo(() => removeAll(portraits));
      },
      done: () => {
        if (outcome === 'waiting') notify({ title: t('shell.deletion.title'), text: t('shell.deletion.waiting') });
        else
          notify({
            title: t('generations.remove.doneTitle'),
            text: whole ? t('generations.remove.done') : t('generations.removePortraits.done', { count }),
            tone: 'good',
          });
        if (whole) return navigate({ to: '/app' });
        onDone();
        return reload();
      },
    });
  }

  return { askToDelete, dialog, place };
}

/** What a screen has deleted so far. */
export function useDeleted(): [ReadonlySet<string>, (id: string) => void] {
  const [deleted, setDeleted] = useState<ReadonlySet<string>>(new Set());
  return [deleted, (id) => setDeleted((before) => new Set(before).add(id))];
}
