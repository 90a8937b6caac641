import { PartError } from '~/features/shell';
import { errorCode, type Loaded } from '~/lib/api';
import { formatDate } from '~/lib/formats';
import { useText, type Text } from '~/lib/i18n';
import { AppLink, AppLinkButton } from '~/lib/navigation';
import { Blank, Button, PageHeader, Status } from '~/ui';
import { DeleteGeneration } from './delete-generation';
import { generationTitle, TONE } from './generation-row';
import styles from './generation-screen.module.css';
import type { Generation } from './generations-data';
import { useGenerationsRefresh } from './live-generation';
import { PortraitGrid } from './portrait-grid';
import { ProgressView } from './progress-view';
import { useDownload } from './use-download';

function Back() {
  const t = useText();
  return (
    <AppLink to="/app" look="strong">
      {t('generations.back')}
    </AppLink>
  );
}

function dates(generation: Generation, t: Text): string {
  const created = formatDate(generation.completedAt ?? generation.createdAt);
  return generation.expiresAt ? `${created} · ${t('generations.until', { date: formatDate(generation.expiresAt) })}` : created;
}

function DownloadAll({ generation }: { generation: Generation }) {
  const t = useText();
  const { isPending, save } = useDownload();
  const url = generation.archiveUrl;
  if (!url) return null;
  return (
    <Button look="primary" isPending={isPending} onPress={() => void save(url, 'portraits.zip')}>
      {t('generations.downloadAll', { count: generation.portraits.length })}
    </Button>
  );
}

function Failed({ generation }: { generation: Generation }) {
  const t = useText();
  return (
    <Blank
      tone="bad"
      title={t('generations.failed.title')}
      action={
        <>
          {generation.style ? (
            <AppLinkButton to="/app/styles/$slug" params={{ slug: generation.style.slug }} look="primary">
              {t('generations.failed.again')}
            </AppLinkButton>
          ) : null}
          <AppLinkButton to="/app">{t('generations.failed.dashboard')}</AppLinkButton>
        </>
      }
    >
      {t('generations.failed.text')}
    </Blank>
  );
}

/** What the pictures honestly are, as it also stands in every file. */
function Origin({ sourceType }: { sourceType: NonNullable<Generation['sourceType']> }) {
  const t = useText();
  return (
    <p className={styles.origin}>
      {t(`generations.origin.${sourceType}`)} {t('generations.origin.mark')} <AppLink to="/bild-pruefen">{t('generations.origin.check')}</AppLink>
    </p>
  );
}

function Content({ generation }: { generation: Generation }) {
  if (generation.status === 'completed')
    return (
      <>
        <PortraitGrid portraits={generation.portraits} />
        {generation.sourceType ? <Origin sourceType={generation.sourceType} /> : null}
      </>
    );
  if (generation.status === 'failed') return <Failed generation={generation} />;
  return <ProgressView generation={generation} />;
}

function Run({ generation }: { generation: Generation }) {
  const t = useText();
  useGenerationsRefresh([generation]);
  return (
    <>
      <PageHeader
        above={
          <div className={styles.above}>
            <Back />
            <Status tone={TONE[generation.status]}>{t(`generations.status.${generation.status}`)}</Status>
          </div>
        }
        title={generationTitle(generation, t)}
        lead={dates(generation, t)}
        actions={
          <>
            <DeleteGeneration id={generation.id} />
            <DownloadAll generation={generation} />
          </>
        }
      />
      <Content generation={generation} />
    </>
  );
}

/** One run: its progress, its portraits, or what became of it. */
export function GenerationScreen({ loaded }: { loaded: Loaded<Generation> }) {
  const t = useText();
  if (loaded.ok) return <Run key={loaded.value.id} generation={loaded.value} />;
  if (errorCode(loaded.error) !== 'not_found') return <PartError title={t('generations.loadFailed')} error={loaded.error} />;
  return (
    <PageHeader
      title={t('generations.notFound.title')}
      lead={t('generations.notFound.text')}
      actions={<AppLinkButton to="/app">{t('generations.failed.dashboard')}</AppLinkButton>}
    />
  );
}
