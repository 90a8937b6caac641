import { useConfirm } from '~/features/acts';
import { api } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';

/** Ends a vote after a question. @param onEnded reads what is shown anew */
export function useEndVote(onEnded: () => unknown) {
  const t = useText();
  const { ask, dialog, place } = useConfirm('votes.own.endFailed');
  const askToEnd = (id: string) =>
    ask({
      title: t('votes.own.endTitle'),
      text: t('votes.own.endText'),
      confirmLabel: t('votes.own.end'),
      act: () => api.endVote({ path: { id } }),
      done: () => {
        notify({ title: t('votes.own.endedTitle'), tone: 'good' });
        return onEnded();
      },
    });
  return { askToEnd, dialog, place };
}
