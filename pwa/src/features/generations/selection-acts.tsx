import { useState } from 'react';
import { StartVote } from '~/features/votes';
import { facts } from '~/lib/facts';
import { useText } from '~/lib/i18n';
import { ActBar, Button, IconButton } from '~/ui';
import { ComparePortraits } from './compare-portraits';
import type { Portrait } from './generations-data';
import type { Selection } from './selection';
import { useDownload } from './use-download';
import { canShareFiles, useShare } from './use-share';

export interface SelectionActsProps {
  selection: Selection;
  /** All on the screen, in its order: their numbers. */
  portraits: readonly Portrait[];
  /** Whether friends may see them: samples are nobody's portraits. */
  canBeShown: boolean;
  onVoteStarted(): void;
  /** Asks before it deletes. */
  onDelete(portraits: readonly Portrait[]): void;
}

/** What can be done with the portraits that are chosen. */
export function SelectionActs({ selection, portraits, canBeShown, onVoteStarted, onDelete }: SelectionActsProps) {
  const t = useText();
  const { isPending, save } = useDownload();
  const { isPending: isFetching, share } = useShare();
  const [open, setOpen] = useState<'compare' | 'vote' | null>(null);
  const numbered = selection.chosen.map((portrait) => ({ portrait, number: portraits.indexOf(portrait) + 1 }));
  const count = numbered.length;
  const { least, most } = facts.votes;
  if (open === 'compare' && count !== 2) setOpen(null);

  async function saveAll() {
    for (const { portrait, number } of numbered)
      if (!(await save(portrait.downloadUrl, `portrait-${number}.jpg`))) return;
  }

  return (
    <>
      <ActBar>
        <Button variant="primary" isDisabled={count === 0} isPending={isPending} onPress={() => void saveAll()}>
          {t('generations.selection.download', { count })}
        </Button>
        {canShareFiles() ? (
          <IconButton
            icon="share"
            label={t('generations.selection.share')}
            isDisabled={count === 0}
            isPending={isFetching}
            onPress={() => void share(numbered)}
          />
        ) : null}
        <IconButton
          icon="trash"
          label={t('generations.removePortraits.chosen')}
          isDisabled={count === 0}
          onPress={() => onDelete(selection.chosen)}
        />
        <Button isDisabled={count !== 2} onPress={() => setOpen('compare')}>
          {t('generations.selection.compare')}
        </Button>
        {canBeShown ? (
          <Button isDisabled={count < least || count > most} onPress={() => setOpen('vote')}>
            {t('generations.selection.vote')}
          </Button>
        ) : null}
        <IconButton autoFocus icon="close" label={t('generations.selection.end')} onPress={selection.end} />
      </ActBar>
      {open === 'compare' && count === 2 ? (
        <ComparePortraits portraits={numbered} onClose={() => setOpen(null)} />
      ) : null}
      {open === 'vote' ? (
        <StartVote
          portraitIds={numbered.map(({ portrait }) => portrait.id)}
          onClose={() => setOpen(null)}
          onStarted={onVoteStarted}
          onDone={selection.end}
        />
      ) : null}
    </>
  );
}
