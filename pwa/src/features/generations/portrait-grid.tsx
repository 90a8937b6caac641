import { useState } from 'react';
import { useText } from '~/lib/i18n';
import { Button, Lightbox, Picture, PlainButton } from '~/ui';
import { FormatMenu } from './format-menu';
import type { Portrait } from './generations-data';
import styles from './portrait-grid.module.css';
import { useDownload } from './use-download';

interface PortraitProps {
  portrait: Portrait;
  number: number;
  total: number;
  onOpen(): void;
}

function PortraitTile({ portrait, number, total, onOpen }: PortraitProps) {
  const t = useText();
  const { isPending, save } = useDownload();
  const isBest = number === 1;
  return (
    <li className={styles.tile} data-best={isBest || undefined}>
      <div className={styles.frame}>
        <button type="button" className={styles.open} onClick={onOpen} aria-label={t('generations.fullscreenOf', { number })}>
          <Picture
            src={isBest ? portrait.url : portrait.previewUrl}
            alt={t('generations.portrait', { number, total })}
            placeholder={t('generations.missing')}
            eager={number <= 3}
          />
        </button>
        <div className={styles.actions}>
          <Button look="quiet" isPending={isPending} onPress={() => void save(portrait.downloadUrl, `portrait-${number}.jpg`)} aria-label={t('generations.downloadOf', { number })}>
            {t('generations.download')}
          </Button>
          {/* For the pointer only: the picture itself is the button that keyboards and screen readers meet. */}
          <PlainButton look="quiet" aria-hidden="true" tabIndex={-1} onClick={onOpen}>
            {t('generations.fullscreen')}
          </PlainButton>
        </div>
      </div>
      {isBest && portrait.likeness !== null ? <p className={styles.caption}>{t('generations.best')}</p> : null}
    </li>
  );
}

/** The finished portraits, the most alike first and large; each opens over the whole window. */
export function PortraitGrid({ portraits }: { portraits: readonly Portrait[] }) {
  const t = useText();
  const [open, setOpen] = useState<string | null>(null);
  const { isPending, save } = useDownload();
  const total = portraits.length;
  const slides = portraits.map(({ id, url }, index) => ({ id, src: url, alt: t('generations.portrait', { number: index + 1, total }) }));
  return (
    <>
      <ul className={styles.grid}>
        {portraits.map((portrait, index) => (
          <PortraitTile key={portrait.id} portrait={portrait} number={index + 1} total={total} onOpen={() => setOpen(portrait.id)} />
        ))}
      </ul>
      <Lightbox
        slides={slides}
        open={open}
        onClose={() => setOpen(null)}
        labels={{ dialog: t('generations.viewer.label'), close: t('generations.viewer.close'), previous: t('generations.viewer.previous'), next: t('generations.viewer.next') }}
      >
        {({ id }, index) => (
          <>
            <span role="status" className={styles.position}>
              {t('generations.viewer.position', { number: index + 1, total })}
            </span>
            <Button look="quiet" isPending={isPending} onPress={() => void save(portraits.find((portrait) => portrait.id === id)?.downloadUrl ?? '', `portrait-${index + 1}.jpg`)}>
              {t('generations.download')}
            </Button>
            <FormatMenu portrait={portraits[index]} number={index + 1} />
          </>
        )}
      </Lightbox>
    </>
  );
}
