import { useRef, useState } from 'react';
import { api, errorText } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';
import type { Portrait } from './generations-data';
import { useSaved } from './saved';

const JPEG = { type: 'image/jpeg' };

/** Whether this device can hand files on to other apps. */
export function canShareFiles(): boolean {
  const probe = { files: [new File([new Uint8Array(1)], 'portrait.jpg', JPEG)] };
  return typeof navigator.share === 'function' && typeof navigator.canShare === 'function' && navigator.canShare(probe);
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

/** A portrait to be handed on, and the number by which the screen calls it. */
export interface SharedPortrait {
  portrait: Portrait;
  number: number;
}

const keyOf = (shared: readonly SharedPortrait[]): string => shared.map(({ portrait }) => portrait.id).join();

async function fetchFile({ portrait, number }: SharedPortrait): Promise<File> {
  const response = await api.download(portrait.downloadUrl);
  const name =
    /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? `portrait-${number}.jpg`;
  return new File([await response.blob()], name, JPEG);
}

/** Hands the originals of portraits, byte for byte, to the device's own list of apps and people. */
export function useShare() {
  const t = useText();
  const router = useRouter();
  const onSaved = useSaved();
  /** Fetched, but the browser wanted another press: it allows sharing only shortly after one. */
  const ready = useRef<{ key: string; files: File[] } | null>(null);
  const [isPending, setPending] = useState(false);

  async function fetchFiles(shared: readonly SharedPortrait[]): Promise<File[] | null> {
    if (ready.current?.key === keyOf(shared)) return ready.current.files;
    setPending(true);
    try {
      return await Promise.all(shared.map(fetchFile));
    } catch (error) {
      notify({ title: t('generations.share.failed'), text: errorText(error), tone: 'bad' });
      void router.invalidate();
      return null;
    } finally {
      setPending(false);
    }
  }

  async function share(shared: readonly SharedPortrait[]): Promise<void> {
    const files = await fetchFiles(shared);
    if (!files) return;
    try {
      await navigator.share({ files });
      ready.current = null;
      onSaved();
    } catch (error) {
      // Closed without choosing anybody: nothing has gone wrong.
      if (nameOf(error) === 'AbortError') return;
      ready.current = nameOf(error) === 'NotAllowedError' ? { key: keyOf(shared), files } : null;
      if (ready.current)
        notify({
          title: t('generations.share.readyTitle'),
          text: t('generations.share.ready', { count: files.length }),
          tone: 'info',
        });
      else notify({ title: t('generations.share.failed'), text: t('generations.tryAgain'), tone: 'bad' });
    }
  }

  return { isPending, share };
}
