import { PackOffer, PackOffers } from '~/features/billing/pack-offers';
import { formatNumber } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { LinkButton } from '~/ui/link-button';
import type { Pack, SiteData } from '../site-data';
import { Part } from './parts';

/** Stands for a pack that is sold since the page was rendered; the refresh writes over all of it. */
const PATTERN: Pack = {
  id: '',
  name: '{name}',
  credits: 0,
  priceRappen: 0,
  isMostPopular: false,
  needsSubscription: false,
};

function Choice({ pack }: { pack: Pack }) {
  const t = useText();
  return (
    <LinkButton
      href={`/bestellen?pack=${pack.id}`}
      aria-label={t('billing.pricing.once.buyLabel', { credits: formatNumber(pack.credits) })}
    >
      {t('billing.pricing.once.buy')}
    </LinkButton>
  );
}

/** The packs that are sold without a plan. Without any the part is hidden, since admins may sell one before the page is rendered anew. */
export function PackChoices({ packs }: { packs: SiteData['packs'] }) {
  const t = useText();
  const placeholder = { portraits: '{portraits}' };
  return (
    <div
      data-once
      data-for="undecided"
      hidden={packs.length === 0}
      data-profile-and-portraits={t('billing.worth.profileAndPortraits', placeholder)}
      data-profile={t('billing.worth.profile')}
      data-portraits={t('billing.worth.portraits', placeholder)}
    >
      <Part title={t('billing.pricing.once.title')} lead={t('billing.pricing.once.lead')}>
        <PackOffers packs={packs} renderChoice={(pack) => <Choice pack={pack} />} />
        <template>
          <PackOffer pack={PATTERN}>
            <Choice pack={PATTERN} />
          </PackOffer>
        </template>
      </Part>
    </div>
  );
}
