import { useAction } from '~/features/acts';
import { api } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';

/** Takes a release back with one press: nothing is asked, since nothing is lost by it that cannot be offered again. */
export function useWithdraw(id: string) {
  const t = useText();
  const router = useRouter();
  const action = useAction('examples.withdrawFailed');
  const withdraw = () =>
    action.run(
      () => api.withdrawExample({ path: { id } }),
      () => {
        notify({ title: t('examples.withdrawn'), text: t('examples.withdrawnText'), tone: 'good' });
        return router.invalidate();
      },
    );
  return { ...action, withdraw };
}
