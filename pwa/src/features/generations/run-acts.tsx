import { useText } from '~/lib/i18n';
import { ActBar, Button, IconButton, IconToggle } from '~/ui';
import { DeleteGeneration } from './delete-generation';
import type { Generation } from './generations-data';
import type { PortraitOrder } from './portrait-order';
import { useDownload } from './use-download';
import { canShareFiles, useShare } from './use-share';

export interface RunActsProps {
  generation: Generation;
  /** Whether portraits of it are shown as an example, or offered for it. */
  isReleased: boolean;
  order: PortraitOrder;
  onOrder(order: PortraitOrder): void;
}

function DownloadAll({ generation }: { generation: Generation }) {
  const t = useText();
  const { isPending, save } = useDownload();
  const url = generation.archiveUrl;
  if (!url) return null;
  return (
    <Button
      variant="primary"
      isPending={isPending}
      onPress={() => void save(url, 'portraits.zip', t('generations.offline.all'))}
    >
      {t('generations.downloadAll', { count: generation.portraits.length })}
    </Button>
  );
}

/** Hands on the favourites, or all portraits while there are none. */
function ShareRun({ portraits }: Pick<Generation, 'portraits'>) {
  const t = useText();
  const { isPending, share } = useShare();
  const all = portraits.map((portrait, index) => ({ portrait, number: index + 1 }));
  const favourites = all.filter(({ portrait }) => portrait.favourite);
  const count = favourites.length;
  return (
    <IconButton
      icon="share"
      label={count > 0 ? t('generations.share.favourites', { count }) : t('generations.share.all')}
      isPending={isPending}
      onPress={() => void share(count > 0 ? favourites : all)}
    />
  );
}

/** What can be done with a finished run as a whole. */
export function RunActs({ generation, isReleased, order, onOrder }: RunActsProps) {
  const t = useText();
  return (
    <ActBar>
      <DownloadAll generation={generation} />
      {canShareFiles() ? <ShareRun portraits={generation.portraits} /> : null}
      <IconToggle
        icon="heart"
        selectedIcon="heart-filled"
        label={t('generations.order.favourites')}
        isSelected={order === 'favourites'}
        onChange={(isOn) => onOrder(isOn ? 'favourites' : 'likeness')}
      />
      <DeleteGeneration generation={generation} isReleased={isReleased} />
    </ActBar>
  );
}
