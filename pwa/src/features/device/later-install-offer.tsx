import { useInstallWay } from '~/lib/install';
import { loadTexts } from '~/lib/i18n';
import { later } from '~/lib/later';

const InstallOffer = later(async () => {
  const [offer] = await Promise.all([import('./install-offer'), loadTexts('device')]);
  return offer;
});

/** The offer to install, on a screen that does not wait for it. */
export function LaterInstallOffer() {
  return useInstallWay() ? <InstallOffer /> : null;
}
