import { useState } from 'react';
import { useText } from '~/lib/i18n';
import { LANGUAGE } from '~/lib/language';
import { IconButton, IconToggle, Lightbox, Toggle, type Slide } from '~/ui';
import { useFavourites } from './favourites';
import { FormatMenu } from './format-menu';
import type { Portrait } from './generations-data';
import { largePreview, previewSet } from './portrait-pictures';
import { useDownload } from './use-download';
import { canShareFiles, useShare } from './use-share';

/** `0.5` → `50%` */
const percent = new Intl.NumberFormat(LANGUAGE, { style: 'percent' });

export interface PortraitViewerProps {
  portraits: readonly Portrait[];
  /** The portrait that is open; null when none is. */
  open: string | null;
  onClose(): void;
  onMissing(): void;
  onDelete(portrait: Portrait): void;
}

/** The portraits over the whole window: closer, beside the photo they were made of, and off to where they are needed. */
export function PortraitViewer({ portraits, open, onClose, onMissing, onDelete }: PortraitViewerProps) {
  const t = useText();
  const [isComparing, setComparing] = useState(false);
  const total = portraits.length;
  const slides = portraits.map((portrait, index): Slide => ({
    id: portrait.id,
    src: largePreview(portrait),
    srcSet: previewSet(portrait),
    original: portrait.url,
    alt: t('generations.portrait', { number: index + 1, total }),
    ratio: portrait.width / portrait.height,
    compare: portrait.before ? { ...portrait.before, src: portrait.before.url } : null,
  }));

  function close() {
    setComparing(false);
    onClose();
  }

  return (
    <Lightbox
      slides={slides}
      open={open}
      onClose={close}
      isComparing={isComparing}
      onMissing={onMissing}
      labels={{
        dialog: t('generations.viewer.label'),
        close: t('generations.viewer.close'),
        previous: t('generations.viewer.previous'),
        next: t('generations.viewer.next'),
        position: (number, of) => t('generations.viewer.position', { number, total: of }),
        larger: t('generations.viewer.larger'),
        smaller: t('generations.viewer.smaller'),
        scale: (share: number) => percent.format(share),
        overlay: t('generations.viewer.beforeOf'),
        missing: t('generations.missing'),
      }}
    >
      {(_, index) => {
        const portrait = portraits[index];
        return portrait ? (
          <Actions
            portrait={portrait}
            number={index + 1}
            isComparing={isComparing}
            onComparingChange={setComparing}
            onDelete={() => onDelete(portrait)}
          />
        ) : null;
      }}
    </Lightbox>
  );
}

interface ActionsProps {
  portrait: Portrait;
  number: number;
  isComparing: boolean;
  onComparingChange(isComparing: boolean): void;
  onDelete(): void;
}

function Actions({ portrait, number, isComparing, onComparingChange, onDelete }: ActionsProps) {
  const t = useText();
  const { isPending, save } = useDownload();
  const { share } = useShare();
  const favourites = useFavourites();
  return (
    <>
      <IconToggle
        icon="heart"
        selectedIcon="heart-filled"
        label={t('generations.favourite.of', { number })}
        isSelected={favourites.isFavourite(portrait)}
        onChange={(favourite) => favourites.set(portrait.id, favourite)}
      />
      {portrait.before ? (
        <Toggle isSelected={isComparing} onChange={onComparingChange}>
          {t('generations.viewer.before')}
        </Toggle>
      ) : null}
      <FormatMenu portrait={portrait} number={number} />
      <IconButton
        icon="download"
        label={t('generations.download')}
        isPending={isPending}
        onPress={() => void save(portrait.downloadUrl, `portrait-${number}.jpg`)}
      />
      {canShareFiles() ? (
        <IconButton
          icon="share"
          label={t('generations.share.of', { number })}
          onPress={() => void share([{ portrait, number }])}
        />
      ) : null}
      <IconButton icon="trash" label={t('generations.removePortraits.of', { number })} onPress={onDelete} />
    </>
  );
}
