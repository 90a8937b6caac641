import { useState } from 'react';
import { download } from '~/lib/downloads';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';

/** Saves a file and says where that fails. The links live for an hour: a failure also fetches new ones. */
export function useDownload() {
  const t = useText();
  const router = useRouter();
  const [isPending, setPending] = useState(false);

  async function save(url: string, name: string) {
    setPending(true);
    try {
      await download(url, name);
    } catch {
      notify({ title: t('generations.downloadFailed'), text: t('generations.tryAgain'), tone: 'bad' });
      void router.invalidate();
    } finally {
      setPending(false);
    }
  }

  return { isPending, save };
}
