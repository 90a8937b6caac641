import { facts } from '~/lib/facts';
import type { Text } from '~/lib/i18n';
import type { VersionFormat } from './refine/part';

/** What a format is called, with the size of its file: in millimetres where it is printed. */
export function formatName(format: VersionFormat, t: Text, pixels?: { width: number; height: number }): string {
  const found = facts.portraitFormats.find(({ key }) => key === format);
  if (!found && !pixels) return t('generations.formats.whole');
  const size = found?.print
    ? t('generations.formats.print', { width: found.print.widthMm, height: found.print.heightMm })
    : t('generations.formats.pixels', pixels ?? { width: found!.width, height: found!.height });
  return format === 'portrait'
    ? t('generations.formats.portrait', { size })
    : t(`generations.formats.${format}`, { size });
}
