import { useRef } from 'react';
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

/** Hands the original of a portrait, byte for byte, to the device's own list of apps and people. */
export function useShare() {
  const t = useText();
  const router = useRouter();
  const onSaved = useSaved();
  /** Fetched, but the browser wanted another press: it allows sharing only shortly after one. */
  const ready = useRef<{ id: string; file: File } | null>(null);

  async function fetchFile(portrait: Portrait, number: number): Promise<File | null> {
    if (ready.current?.id === portrait.id) return ready.current.file;
    try {
      const response = await api.download(portrait.downloadUrl);
      const name =
        /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? `portrait-${number}.jpg`;
      return new File([await response.blob()], name, JPEG);
    } catch (error) {
      notify({ title: t('generations.share.failed'), text: errorText(error), tone: 'bad' });
      void router.invalidate();
      return null;
    }
  }

  return async function share(portrait: Portrait, number: number): Promise<void> {
    const file = await fetchFile(portrait, number);
    if (!file) return;
    try {
      await navigator.share({ files: [file] });
      ready.current = null;
      onSaved();
    } catch (error) {
      // Closed without choosing anybody: nothing has gone wrong.
      if (nameOf(error) === 'AbortError') return;
      ready.current = nameOf(error) === 'NotAllowedError' ? { id: portrait.id, file } : null;
      if (ready.current)
        notify({ title: t('generations.share.readyTitle'), text: t('generations.share.ready'), tone: 'info' });
      else notify({ title: t('generations.share.failed'), text: t('generations.tryAgain'), tone: 'bad' });
    }
  };
}
