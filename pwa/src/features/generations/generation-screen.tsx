import { useState } from 'react';
import { KeepPortraits, LaterInstallOffer, type KeepAnswer } from '~/features/device';
import { OfferExample, releaseOf, type OwnExamples } from '~/features/examples';
import { JudgeRun } from '~/features/judgements';
import { PartError } from '~/features/shell';
import { OwnVotes } from '~/features/votes';
import { errorCode, type Loaded } from '~/lib/api';
import { useWaitingDeletions } from '~/lib/deletions/waiting';
import { formatDate } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { AppLink, AppLinkButton } from '~/lib/navigation';
import { Button, EmptyState, Notice, PageHeader, Select, Status, TextLink } from '~/ui';
import { DeleteGeneration } from './delete-generation';
import { generationTitle, TONE } from './generation-row';
import { FavouritesProvider } from './favourites';
import styles from './generation-screen.module.css';
import type { Generation, Portrait } from './generations-data';
import { useGenerationsRefresh } from './live-generation';
import { PortraitGrid, type PortraitGridProps } from './portrait-grid';
import { ORDERS, useOrdered, type PortraitOrder } from './portrait-order';
import { portraitsThere } from './portraits-there';
import { ProgressView } from './progress-view';
import { RepeatRun } from './repeat-run';
import { RunActs } from './run-acts';
import { SavedContext } from './saved';
import { useSelection } from './selection';
import { SelectionActs } from './selection-acts';
import { useDeleted, useDeletePortraits } from './use-delete-portraits';

/** What stands elsewhere: the order of the portraits in the address, and what is kept on the device. */
interface Ordered {
  /** Whether portraits are kept on this device. */
  keepAnswer?: KeepAnswer;
  /** What the customer has released for public pages; asked for with the page. */
  ownExamples?: OwnExamples;
  order: PortraitOrder;
  onOrder(order: PortraitOrder): void;
}

function Back() {
  const t = useText();
  return (
    <AppLink to="/app" variant="strong">
      {t('generations.back')}
    </AppLink>
  );
}

/** In which order the portraits are shown. */
function Order({ generation, order, onOrder }: { generation: Generation } & Ordered) {
  const t = useText();
  const isCompared = generation.portraits.some(({ likeness }) => likeness !== null);
  const names: Record<PortraitOrder, string> = {
    likeness: t(isCompared ? 'generations.order.likeness' : 'generations.order.best'),
    favourites: t('generations.order.favourites'),
    created: t('generations.order.created'),
  };
  return (
    <div className={styles.order}>
      <Select
        label={t('generations.order.label')}
        placeholder={names[order]}
        options={ORDERS.map((id) => ({ id, label: names[id] }))}
        value={order}
        onChange={(id) => onOrder(id as PortraitOrder)}
        isCompact
      />
    </div>
  );
}

function Failed({ generation }: { generation: Generation }) {
  const t = useText();
  return (
    <EmptyState
      tone="bad"
      title={t('generations.failed.title')}
      action={
        <>
          {generation.repeatOf ? (
            <AppLinkButton to="/app/generations/$id" params={{ id: generation.repeatOf }} variant="primary">
              {t('generations.repeat.original')}
            </AppLinkButton>
          ) : generation.style ? (
            <AppLinkButton to="/app/styles/$slug" params={{ slug: generation.style.slug }} variant="primary">
              {t('generations.failed.again')}
            </AppLinkButton>
          ) : null}
          <AppLinkButton to="/app">{t('generations.failed.dashboard')}</AppLinkButton>
        </>
      }
    >
      {t(generation.repeatOf ? 'generations.failed.textRepeat' : 'generations.failed.text')}
    </EmptyState>
  );
}

/** What the pictures honestly are, as it also stands in every file. */
function Origin({ sourceType, sample }: Pick<Generation, 'sourceType' | 'sample'>) {
  const t = useText();
  if (!sourceType) return null;
  return (
    <p className={styles.origin}>
      {t(`generations.origin.${sample ? 'sample' : sourceType}`)} {t('generations.origin.mark')}{' '}
      <TextLink href="/bild-pruefen">{t('generations.origin.check')}</TextLink>
    </p>
  );
}

interface ContentProps extends Ordered {
  generation: Generation;
  isSaved: boolean;
  grid: Omit<PortraitGridProps, 'bestId'>;
  /** How many votes were started here. */
  votes: number;
}

function Content({ generation, isSaved, grid, votes, ...ordered }: ContentProps) {
  const t = useText();
  const best = generation.portraits[0];
  if (generation.status === 'completed')
    return (
      <>
        {generation.sample ? (
          <div className={styles.sample}>
            <Notice title={t('generations.sample.title')}>{t('generations.sample.text')}</Notice>
          </div>
        ) : null}
        <div className={styles.tools}>
          <Order generation={generation} {...ordered} />
          {grid.selection.isOn ? null : (
            <Button variant="quiet" autoFocus={grid.selection.wasOn} onPress={grid.selection.begin}>
              {t('generations.selection.begin')}
            </Button>
          )}
        </div>
        <PortraitGrid {...grid} bestId={best && best.likeness !== null ? best.id : undefined} />
        {generation.sample ? null : <OwnVotes key={votes} portraits={generation.portraits} />}
        <KeepPortraits run={generation} answer={ordered.keepAnswer} isAsked={isSaved} />
        {isSaved ? <LaterInstallOffer /> : null}
        <JudgeRun runId={generation.id} isSaved={isSaved} />
        <RepeatRun generation={generation} />
        {ordered.ownExamples ? <OfferExample generation={generation} own={ordered.ownExamples} /> : null}
        <Origin sourceType={generation.sourceType} sample={generation.sample} />
      </>
    );
  if (generation.status === 'failed') return <Failed generation={generation} />;
  return (
    <>
      <ProgressView generation={generation} />
      <RepeatRun generation={generation} />
    </>
  );
}

/** When the run was finished, how it was retouched, and until when its portraits are there: that comes last, so that nothing moves for it. */
function Lead({ generation }: { generation: Generation }) {
  const t = useText();
  return (
    <>
      {formatDate(generation.completedAt ?? generation.createdAt)}
      {generation.retouch ? ` · ${t(`generations.retouch.${generation.retouch}`)}` : null}
      {generation.status === 'completed' && generation.expiresAt ? (
        <>
          {' · '}
          <span>{t('generations.until', { date: formatDate(generation.expiresAt) })}</span>
        </>
      ) : null}
    </>
  );
}

function Run({ generation: loaded, ...ordered }: { generation: Generation } & Ordered) {
  const t = useText();
  const [deleted, onDeleted] = useDeleted();
  const generation = { ...loaded, portraits: portraitsThere(loaded.portraits, useWaitingDeletions(), deleted) };
  // It goes with the last of them.
  const isEmptied = loaded.portraits.length > 0 && generation.portraits.length === 0;
  const [isSaved, setSaved] = useState(false);
  useGenerationsRefresh([generation]);
  const [votes, setVotes] = useState(0);
  const { askToDelete, dialog, place } = useDeletePortraits(generation, onDeleted);
  const portraits = useOrdered(generation.portraits, ordered.order);
  const selection = useSelection(portraits);
  const onDelete = (chosen: readonly Portrait[]) =>
    askToDelete(chosen, () => {
      selection.end();
      setVotes(votes + 1);
    });
  const isReleased = releaseOf(ordered.ownExamples, generation.id) !== undefined;
  return (
    <SavedContext value={() => setSaved(true)}>
      <div className={styles.head} ref={place} tabIndex={-1}>
        <PageHeader
          above={
            <div className={styles.above}>
              <Back />
              <Status tone={TONE[generation.status]}>{t(`generations.status.${generation.status}`)}</Status>
            </div>
          }
          title={generationTitle(generation, t)}
          lead={<Lead generation={generation} />}
        />
        {isEmptied ? null : selection.isOn ? (
          <SelectionActs
            selection={selection}
            portraits={portraits}
            canBeShown={!generation.sample}
            onVoteStarted={() => setVotes(votes + 1)}
            onDelete={onDelete}
          />
        ) : generation.status === 'completed' ? (
          <RunActs generation={generation} isReleased={isReleased} order={ordered.order} onOrder={ordered.onOrder} />
        ) : (
          <DeleteGeneration generation={generation} isReleased={isReleased} />
        )}
      </div>
      {isEmptied ? (
        <Notice title={t('shell.deletion.title')}>{t('shell.deletion.waiting')}</Notice>
      ) : (
        <Content
          generation={generation}
          isSaved={isSaved}
          grid={{ portraits, selection, onDelete }}
          votes={votes}
          {...ordered}
        />
      )}
      {dialog}
    </SavedContext>
  );
}

/** One run: its progress, its portraits, or what became of it. */
export function GenerationScreen({ loaded, ...ordered }: { loaded: Loaded<Generation> } & Ordered) {
  const t = useText();
  if (loaded.ok)
    return (
      <FavouritesProvider key={loaded.value.id} generationId={loaded.value.id}>
        <Run generation={loaded.value} {...ordered} />
      </FavouritesProvider>
    );
  if (errorCode(loaded.error) !== 'not_found')
    return <PartError isScreen title={t('generations.loadFailed')} error={loaded.error} />;
  return (
    <PageHeader
      title={t('generations.notFound.title')}
      lead={t('generations.notFound.text')}
      actions={<AppLinkButton to="/app">{t('generations.failed.dashboard')}</AppLinkButton>}
    />
  );
}
