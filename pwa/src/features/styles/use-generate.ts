import { shopFor } from '~/lib/credits';
import { facts } from '~/lib/facts';
import { api, errorCode, errorText, isUncertain, useActKey, type Schemas } from '~/lib/api';
import type { Retouch } from '~/lib/device/retouch';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useNavigate } from '~/lib/navigation';
import { useOnce } from '~/lib/once';
import { refreshSession, useMe } from '~/lib/session';
import { keepWishedStyle } from '~/lib/wished-style';
import { obstacle } from './profile-choice';
import type { Style } from './styles-data';

/** Starts a run with a style, a profile and, where the profile offers it, a retouch: the checks, the one command, and where each outcome leads. */
export function useGenerate(
  { id: styleId, slug }: Pick<Style, 'id' | 'slug'>,
  profiles: readonly Schemas['AiProfile'][],
  { profileId, retouch }: { profileId: string | null; retouch: Retouch },
) {
  const t = useText();
  const me = useMe();
  const navigate = useNavigate();
  const key = useActKey();
  const { isPending, failure, run } = useOnce(fail);
  const profile = profiles.find(({ id }) => id === profileId);

  async function explain(reason: NonNullable<ReturnType<typeof obstacle>>): Promise<null> {
    const bad = (title: string, text: string) => notify({ title, text, tone: 'bad', duration: 'normal' });
    if (reason === 'noProfile') {
      bad(t('styles.error.noProfileTitle'), t('styles.error.noProfile'));
      keepWishedStyle(me.id, slug);
      await navigate({ to: '/app/profile-wizard' });
    } else if (reason === 'noChoice') {
      bad(t('styles.error.noChoiceTitle'), t('styles.needChoice'));
    } else if (reason === 'credits') {
      bad(t('styles.error.creditsTitle'), t('styles.error.credits'));
      await navigate(shopFor(me));
    } else {
      bad(t('styles.error.notReadyTitle'), t(`styles.error.${reason}`));
      if (profile?.status !== 'created') return null;
      keepWishedStyle(me.id, slug);
      await navigate({ to: '/app/profile-wizard', search: { profile: profile.id } });
    }
    return null;
  }

  async function fail(error: unknown): Promise<unknown> {
    // What became of it may be unknown: the same key makes sure that it counts once.
    if (!isUncertain(error)) key.renew();
    if (errorCode(error) === 'insufficient_credits') return explain('credits');
    notify({ title: t('errors.title'), text: errorText(error), tone: 'bad' });
    return error;
  }

  async function generate() {
    const reason = obstacle(profile, profiles.length, me.credits, facts.generation.credits);
    if (reason || !profile) return explain(reason ?? 'noChoice');
    await run(async () => {
      const body = { profileId: profile.id, styleId, ...(profile.offersRetouch ? { retouch } : {}) };
      const { id } = await api.createGeneration({ body, idempotencyKey: key.for(body) });
      notify({ title: t('styles.started.title'), text: t('styles.started.text'), tone: 'good' });
      void refreshSession().catch(() => null);
      await navigate({ to: '/app/generations/$id', params: { id } });
    });
  }

  return { isPending, failure, generate };
}
