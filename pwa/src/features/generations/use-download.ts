import { useState } from 'react';
import { isOnline } from '~/lib/api';
import { download } from '~/lib/downloads';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';
import { useSaved } from './saved';

/** Saves a file and says where that fails. The links live for an hour: a failure also fetches new ones. */
export function useDownload() {
  const t = useText();
  const router = useRouter();
  const onSaved = useSaved();
  const [isPending, setPending] = useState(false);

  /**
   * @param offlineText what to say where the network is missing; a portrait that is kept on the device is saved all the same
   * @returns whether it was saved; what went wrong has been said
   */
  async function save(url: string, name: string, offlineText = t('generations.offline.one')): Promise<boolean> {
    setPending(true);
    try {
      await download(url, name);
      onSaved();
      return true;
    } catch {
      if (isOnline()) {
        notify({ title: t('generations.downloadFailed'), text: t('generations.tryAgain'), tone: 'bad' });
        void router.invalidate();
      } else notify({ title: t('generations.offline.title'), text: offlineText, tone: 'bad' });
      return false;
    } finally {
      setPending(false);
    }
  }

  return { isPending, save };
}
