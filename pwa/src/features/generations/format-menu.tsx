import { facts } from '~/lib/facts';
import { useText, type Text } from '~/lib/i18n';
import { Menu } from '~/ui';
import type { Portrait } from './generations-data';
import { useDownload } from './use-download';

type Format = Portrait['formats'][number];

function formatName({ format, width, height }: Format, t: Text): string {
  const print = facts.portraitFormats.find(({ key }) => key === format)?.print;
  const size = print
    ? t('generations.formats.print', { width: print.widthMm, height: print.heightMm })
    : t('generations.formats.pixels', { width, height });
  return t(`generations.formats.${format}`, { size });
}

/** The cuts of a portrait for what people need; each is saved when it is chosen. */
export function FormatMenu({ portrait, number }: { portrait: Portrait | undefined; number: number }) {
  const t = useText();
  const { save } = useDownload();
  if (!portrait || portrait.formats.length === 0) return null;
  const items = portrait.formats.map((format) => ({
    id: format.format,
    label: formatName(format, t),
    onAction: () => void save(format.downloadUrl, `portrait-${number}-${format.format}.jpg`),
  }));
  return (
    <Menu
      variant="quiet"
      placement="top start"
      label={t('generations.formats.of', { number })}
      trigger={t('generations.formats.title')}
      items={items}
    />
  );
}
