import { useIsNewerOffered } from '~/lib/app-version/state';
import { loadTexts } from '~/lib/i18n';
import { later } from '~/lib/later';

const VersionNotice = later(async () => {
  const [notice] = await Promise.all([import('./version-notice'), loadTexts('device')]);
  return notice;
});

/** The offer of a newer version, fetched once there is one. */
export function NewVersion() {
  return useIsNewerOffered() ? <VersionNotice /> : null;
}
