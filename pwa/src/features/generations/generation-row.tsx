import { facts } from '~/lib/facts';
import { dayDistance, formatDate, formatTime } from '~/lib/formats';
import { useWaitingDeletions } from '~/lib/deletions/waiting';
import { useText, type Text } from '~/lib/i18n';
import { AppLink } from '~/lib/navigation';
import { Picture, Row, Status, type StatusTone } from '~/ui';
import type { Generation } from './generations-data';
import { portraitsThere } from './portraits-there';

/** The colour of each state. */
export const TONE: Record<Generation['status'], StatusTone> = {
  queued: 'neutral',
  processing: 'active',
  completed: 'good',
  failed: 'bad',
};

/** What a run is called: its style, or simply the customer's portraits. */
export const generationTitle = ({ style }: Generation, t: Text): string =>
  style?.displayName ?? t('generations.untitled');

function when(iso: string, t: Text): string {
  const distance = dayDistance(iso);
  return distance === 'earlier' ? formatDate(iso) : t(`generations.${distance}`, { time: formatTime(iso) });
}

/** A run in a list. */
export function GenerationRow({ generation }: { generation: Generation }) {
  const t = useText();
  const waiting = useWaitingDeletions();
  const portraits = portraitsThere(generation.portraits, waiting);
  // It goes with the last of them.
  const isEmptied = portraits.length < generation.portraits.length && portraits.length === 0;
  const title = generationTitle(generation, t);
  const time = when(generation.completedAt ?? generation.createdAt, t);
  const isGoing = waiting.has(generation.id) || isEmptied;
  const picture = portraits[0]?.previewUrl ?? generation.previews[0]?.url ?? generation.style?.previewUrl;
  return (
    <Row
      isLink
      picture={<Picture src={picture} alt="" />}
      title={title}
      detail={
        generation.status === 'completed' && !isEmptied
          ? `${time} · ${t('generations.count', { count: portraits.length || facts.generation.portraits })}`
          : time
      }
      status={
        isGoing ? (
          <Status tone="neutral">{t('shell.deletion.waiting')}</Status>
        ) : (
          <Status tone={TONE[generation.status]}>{t(`generations.listStatus.${generation.status}`)}</Status>
        )
      }
      action={
        <AppLink
          to="/app/generations/$id"
          params={{ id: generation.id }}
          variant="strong"
          aria-label={`${t('generations.open')}: ${title}, ${time}`}
        >
          {t('generations.open')}
        </AppLink>
      }
    />
  );
}
