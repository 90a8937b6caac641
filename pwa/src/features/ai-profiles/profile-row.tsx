import type { ReactNode } from 'react';
import { NextRun } from '~/features/planned-run';
import { PushQuestion } from '~/features/push';
import { facts } from '~/lib/facts';
import { useWaitingDeletions } from '~/lib/deletions/waiting';
import { formatDate, formatDay, formatTime } from '~/lib/formats';
import { useText, type Text } from '~/lib/i18n';
import { later } from '~/lib/later';
import { AppLink } from '~/lib/navigation';
import { useIsPast } from '~/lib/time';
import { Picture, ProgressBar, Row, Status, type StatusTone } from '~/ui';
import { useProgress } from './live-progress';
import { useTimeLeft } from './time-left';
import type { AiProfile } from './profiles-data';

const RetryButton = later(() => import('./retry-button'));

const TONE: Record<AiProfile['status'], StatusTone> = {
  created: 'neutral',
  training: 'active',
  ready: 'good',
  failed: 'bad',
};

/** What a profile is called on screen. */
export function profileName(profile: AiProfile, t: Text): string {
  return profile.name ?? t(profile.status === 'created' ? 'aiProfiles.draftName' : 'aiProfiles.unnamed');
}

/** Whether a failed training can be tried again without paying: attempts and time are left, and so are the photos. */
export function canRetry({ status, failure }: AiProfile): boolean {
  return status === 'failed' && failure !== null && failure.attemptsLeft > 0 && failure.reason !== 'expired';
}

function detail(profile: AiProfile, t: Text): string {
  const created = t('aiProfiles.createdOn', { date: formatDate(profile.createdAt) });
  if (profile.status === 'created')
    return `${created} · ${t('aiProfiles.photoCount', { count: profile.photos.filter(({ setAside }) => !setAside).length })}`;
  const taken = profile.trainedPhotos?.filter(({ used, choice }) => used && choice !== 'exclude');
  if (taken)
    return `${created} · ${t('aiProfiles.usedOf', { used: taken.length, count: profile.trainedPhotos?.length ?? 0 })}`;
  return profile.status === 'failed' && profile.failure
    ? `${created} · ${t(`aiProfiles.failure.${profile.failure.reason}`)}`
    : created;
}

function failureNote(profile: AiProfile, t: Text): string | null {
  if (profile.status !== 'failed') return null;
  const { failure } = profile;
  if (canRetry(profile) && failure?.retryUntil)
    return t('aiProfiles.attempts', {
      count: failure.attemptsLeft,
      date: formatDay(failure.retryUntil),
      time: formatTime(failure.retryUntil),
    });
  return t('aiProfiles.finalFailure');
}

function Action({ profile }: { profile: AiProfile }) {
  const t = useText();
  if (profile.status === 'ready')
    return (
      <AppLink to="/app/styles" variant="strong">
        {t('aiProfiles.action.generate')}
      </AppLink>
    );
  if (canRetry(profile)) return <RetryButton profile={profile} />;
  if (profile.status === 'training') return null;
  return (
    <AppLink to="/app/profile-wizard" search={{ profile: profile.id }} variant="strong">
      {t(profile.status === 'failed' ? 'aiProfiles.action.photos' : 'aiProfiles.action.continue')}
    </AppLink>
  );
}

export interface ProfileRowProps {
  profile: AiProfile;
  /** Further actions after the one its state suggests. */
  more?: ReactNode;
  /** Below the row, over its width. */
  below?: ReactNode;
  /** Below all of it, over the whole width. */
  part?: ReactNode;
  /** The progress of its training stands elsewhere on the screen. */
  isProgressElsewhere?: boolean;
}

/** A profile in a list: picture, name, state, and what can be done with it now. */
export function ProfileRow({ profile, more, below, part, isProgressElsewhere = false }: ProfileRowProps) {
  const t = useText();
  const note = failureNote(profile, t);
  const isGoing = useWaitingDeletions().has(profile.id);
  if (profile.status === 'training' && !isGoing && !isProgressElsewhere)
    return <TrainingRow profile={profile} more={more} />;
  return (
    <Row
      picture={<Picture src={profile.previewUrl ?? profile.photos[0]?.url} alt="" />}
      title={profileName(profile, t)}
      detail={
        <>
          {detail(profile, t)}
          {note ? <p>{note}</p> : null}
        </>
      }
      below={
        canRetry(profile) ? (
          <>
            <NextRun profileId={profile.id} isPlannedOnly />
            {below}
          </>
        ) : (
          below
        )
      }
      part={part}
      status={
        isGoing ? (
          <Status tone="neutral">{t('shell.deletion.waiting')}</Status>
        ) : (
          <Status tone={TONE[profile.status]}>{t(`aiProfiles.status.${profile.status}`)}</Status>
        )
      }
      action={
        isGoing ? undefined : (
          <>
            <Action profile={profile} />
            {more}
          </>
        )
      }
      hasManyActions={Boolean(more)}
    />
  );
}

/** A training under way, with the progress that the worker reports. */
export function TrainingRow({ profile, more }: { profile: AiProfile; more?: ReactNode }) {
  const t = useText();
  const progress = useProgress(profile);
  const stage = t(`aiProfiles.stage.${progress?.stage ?? 'queued'}`);
  const name = profileName(profile, t);
  const begun = profile.trainingStartedAt;
  const isLate = useIsPast(begun ? new Date(begun).getTime() + profile.usualSeconds * 1000 : null);
  const left = useTimeLeft(begun, profile.estimateSeconds);
  return (
    <Row
      picture={<Picture src={profile.previewUrl ?? profile.photos[0]?.url} alt="" />}
      title={name}
      detail={
        <>
          {begun ? t('aiProfiles.stageSince', { stage, time: formatTime(begun) }) : stage}
          {left && !isLate ? ` · ${left}` : null}
          {isLate ? <p>{t('aiProfiles.longer')}</p> : null}
        </>
      }
      below={
        <>
          <ProgressBar label={t('aiProfiles.progress', { name })} fraction={progress?.fraction} />
          <NextRun profileId={profile.id} />
          <PushQuestion about="training" />
        </>
      }
      status={<Status tone="active">{t('aiProfiles.status.training')}</Status>}
      action={more}
    />
  );
}

/** What a training costs, in credits. */
export const TRAINING_COST = facts.training.credits;
