import { useState } from 'react';
import { LoadedPart } from '~/features/shell';
import { OwnVotes } from '~/features/votes';
import type { Loaded } from '~/lib/api';
import { useWaitingDeletions } from '~/lib/deletions/waiting';
import { useText } from '~/lib/i18n';
import { AppLink, AppLinkButton } from '~/lib/navigation';
import { Button, EmptyState, PageHeader } from '~/ui';
import { FavouritesProvider } from './favourites';
import styles from './generation-screen.module.css';
import type { Portrait } from './generations-data';
import { PortraitGrid } from './portrait-grid';
import { portraitsThere } from './portraits-there';
import { SavedContext } from './saved';
import { useSelection } from './selection';
import { SelectionActs } from './selection-acts';
import { useDeleted, useDeletePortraits } from './use-delete-portraits';

/** What the customer likes best, of all runs together: to be compared, shared and shown to friends. */
export function FavouritesScreen({ list }: { list: Loaded<readonly Portrait[]> }) {
  const t = useText();
  return (
    <LoadedPart isScreen of={list} failed={t('generations.favourites.failed')}>
      {(portraits) => (
        <FavouritesProvider generationId={null}>
          <Tray portraits={portraits} />
        </FavouritesProvider>
      )}
    </LoadedPart>
  );
}

/** What is a favourite no more stays, with an empty heart, until the screen is left: nothing vanishes from under the hand. */
function useKept(portraits: readonly Portrait[]): readonly Portrait[] {
  const [kept, setKept] = useState(portraits);
  const stays = kept.flatMap((before) => {
    const loaded = portraits.find(({ id }) => id === before.id);
    return loaded ?? (before.favourite ? { ...before, favourite: false } : before);
  });
  const all = [...portraits.filter(({ id }) => !kept.some((before) => before.id === id)), ...stays];
  if (all.length !== kept.length || all.some((portrait, index) => portrait !== kept[index])) setKept(all);
  return all;
}

function Tray({ portraits: loaded }: { portraits: readonly Portrait[] }) {
  const t = useText();
  const [votes, setVotes] = useState(0);
  const [deleted, onDeleted] = useDeleted();
  const { askToDelete, dialog, place } = useDeletePortraits(null, onDeleted);
  const portraits = portraitsThere(useKept(loaded), useWaitingDeletions(), deleted);
  const selection = useSelection(portraits);
  const onDelete = (chosen: readonly Portrait[]) =>
    askToDelete(chosen, () => {
      selection.end();
      setVotes(votes + 1);
    });
  return (
    <SavedContext value={() => undefined}>
      <div className={styles.head} ref={place} tabIndex={-1}>
        <PageHeader
          above={
            <AppLink to="/app/generations" variant="strong">
              {t('generations.all.title')}
            </AppLink>
          }
          title={t('generations.favourites.title')}
          lead={portraits.length > 0 ? t('generations.favourites.lead') : undefined}
        />
        {selection.isOn ? (
          <SelectionActs
            selection={selection}
            portraits={portraits}
            canBeShown
            onVoteStarted={() => setVotes(votes + 1)}
            onDelete={onDelete}
          />
        ) : portraits.length > 0 ? (
          <Button autoFocus={selection.wasOn} onPress={selection.begin}>
            {t('generations.selection.begin')}
          </Button>
        ) : null}
      </div>
      {portraits.length > 0 ? (
        <div className={styles.tray}>
          <PortraitGrid portraits={portraits} selection={selection} onDelete={onDelete} />
          <OwnVotes key={votes} portraits={portraits} />
        </div>
      ) : (
        <EmptyState
          title={t('generations.favourites.empty')}
          action={
            <AppLinkButton to="/app/generations" variant="primary">
              {t('generations.favourites.toRuns')}
            </AppLinkButton>
          }
        >
          {t('generations.favourites.emptyText')}
        </EmptyState>
      )}
      {dialog}
    </SavedContext>
  );
}
