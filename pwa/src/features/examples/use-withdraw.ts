import type { RefObject } from 'react';
import { catchFocus, useAction } from '~/features/acts';
import { api } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';
import type { OwnExample } from './examples-data';

/**
 * Takes a release back with one press: nothing is asked, since nothing is lost by it that cannot be offered again.
 * @param place says what stands now, and gets the focus of the button that goes
 */
export function useWithdraw({ id, status }: OwnExample, place: RefObject<HTMLElement | null>) {
  const t = useText();
  const router = useRouter();
  const action = useAction('examples.withdrawFailed');
  const withdraw = () =>
    action.run(
      () => api.withdrawExample({ path: { id } }),
      async () => {
        const kind = status === 'shown' ? 'withdrawn' : 'offerWithdrawn';
        notify({ title: t(`examples.${kind}`), text: t(`examples.${kind}Text`), tone: 'good' });
        await router.invalidate();
        catchFocus(place);
      },
    );
  return { ...action, withdraw };
}
