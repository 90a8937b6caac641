import { useState } from 'react';
import { later } from '~/lib/later';
import { useText } from '~/lib/i18n';
import { Menu } from '~/ui';
import { formatName } from './format-name';
import type { Portrait } from './generations-data';
import { versionFileName } from './version-file-name';
import { useDownload } from './use-download';

const RefineDialog = later(() => import('./refine/refine-dialog'));

/** The cuts of a portrait for what people need, those its customer made, and the way to another; each is saved when it is chosen. */
export function FormatMenu({ portrait, number }: { portrait: Portrait | undefined; number: number }) {
  const t = useText();
  const { save } = useDownload();
  const [isRefining, setRefining] = useState(false);
  if (!portrait) return null;
  // Runs that were kept on the device before there were these know of none.
  const formats = (portrait.formats ?? []).map((format) => ({
    id: format.format,
    label: formatName(format.format, t, format),
    onAction: () => void save(format.downloadUrl, `portrait-${number}-${format.format}.jpg`),
  }));
  const versions = (portrait.versions ?? []).flatMap(
    ({ id, number: version, format, background, width, height, downloadUrl }) =>
      downloadUrl
        ? {
            id,
            label: t('generations.refine.version', {
              number: version,
              format: formatName(format, t, { width, height }),
            }),
            onAction: () => void save(downloadUrl, versionFileName(number, { number: version, format, background })),
          }
        : [],
  );
  const refine = { id: 'refine', label: t('generations.refine.open'), onAction: () => setRefining(true) };
  return (
    <>
      <Menu
        variant="quiet"
        placement="top start"
        label={t('generations.formats.of', { number })}
        trigger={t('generations.formats.title')}
        items={[...formats, ...versions, refine]}
      />
      {isRefining ? (
        <RefineDialog key={portrait.id} portrait={portrait} number={number} onClose={() => setRefining(false)} />
      ) : null}
    </>
  );
}
