import { useState } from 'react';
import { PreviewStrip } from '~/features/previews';
import { LoadedPart } from '~/features/shell';
import type { Loaded } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { AppLinkButton } from '~/lib/navigation';
import { EmptyState, Button, PageHeader, Rows } from '~/ui';
import { DeleteProfile } from './delete-profile';
import { useProfilePolling } from './live-progress';
import { TrainedPhotos } from './photos-part';
import { profileName, ProfileRow } from './profile-row';
import type { AiProfile } from './profiles-data';
import { RenameProfile } from './rename-profile';
import { UnusedPhotos } from './unused-photos';

function EditableRow({ profile, onDelete }: { profile: AiProfile; onDelete(): void }) {
  const t = useText();
  const [isEditing, setEditing] = useState(false);
  const [showsPhotos, setShowsPhotos] = useState(false);
  const name = profileName(profile, t);
  const more = (
    <>
      {profile.trainedPhotos ? (
        <Button
          variant="quiet"
          onPress={() => setShowsPhotos(!showsPhotos)}
          aria-expanded={showsPhotos}
          aria-label={`${t('aiProfiles.action.usedPhotos')}: ${name}`}
        >
          {t('aiProfiles.action.usedPhotos')}
        </Button>
      ) : null}
      {profile.status === 'training' ? null : (
        <Button
          variant="quiet"
          onPress={() => setEditing(!isEditing)}
          aria-expanded={isEditing}
          aria-label={`${t('aiProfiles.action.edit')}: ${name}`}
        >
          {t('aiProfiles.action.edit')}
        </Button>
      )}
      <Button variant="quiet" onPress={onDelete} aria-label={`${t('aiProfiles.action.delete')}: ${name}`}>
        {t('aiProfiles.action.delete')}
      </Button>
    </>
  );
  return (
    <ProfileRow
      profile={profile}
      more={more}
      below={
        isEditing ? (
          <RenameProfile profile={profile} onDone={() => setEditing(false)} />
        ) : profile.trainedPhotos && !showsPhotos ? (
          <UnusedPhotos photos={profile.trainedPhotos} />
        ) : undefined
      }
      part={
        profile.status === 'ready' ? (
          <>
            <PreviewStrip profileId={profile.id} count={6} />
            {showsPhotos ? <TrainedPhotos profile={profile} /> : null}
          </>
        ) : undefined
      }
    />
  );
}

function List({ profiles }: { profiles: AiProfile[] }) {
  const t = useText();
  const [doomed, setDoomed] = useState<AiProfile | null>(null);
  useProfilePolling(profiles);
  if (profiles.length === 0)
    return (
      <EmptyState
        title={t('aiProfiles.empty')}
        action={
          <AppLinkButton to="/app/profile-wizard" variant="primary">
            {t('aiProfiles.create')}
          </AppLinkButton>
        }
      >
        {t('aiProfiles.emptyText')}
      </EmptyState>
    );
  return (
    <>
      <Rows label={t('aiProfiles.title')}>
        {profiles.map((profile) => (
          <EditableRow key={profile.id} profile={profile} onDelete={() => setDoomed(profile)} />
        ))}
      </Rows>
      <DeleteProfile profile={doomed} onClose={() => setDoomed(null)} />
    </>
  );
}

/** All profiles, to be renamed, deleted and used. */
export function ProfilesScreen({ list }: { list: Loaded<AiProfile[]> }) {
  const t = useText();
  return (
    <>
      <PageHeader
        title={t('aiProfiles.title')}
        lead={t('aiProfiles.lead')}
        actions={
          <AppLinkButton
            to="/app/profile-wizard"
            search={{ fresh: true }}
            variant={list.ok && list.value.length > 0 ? 'primary' : 'secondary'}
          >
            {t('aiProfiles.new')}
          </AppLinkButton>
        }
      />
      <LoadedPart of={list} failed={t('aiProfiles.failed')}>
        {(value) => <List profiles={value} />}
      </LoadedPart>
    </>
  );
}
