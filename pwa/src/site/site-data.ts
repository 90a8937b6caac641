import type { facts } from '@bildnis/sdk/facts';
import type { Schemas } from '~/lib/api';

/** What differs between installations and with what admins change: origin, operator, plans, packs, styles, measurement. */
export type SiteData = Schemas['Site'];
export type Style = SiteData['styles'][number];
export type Pack = SiteData['packs'][number];
export type Plan = SiteData['plans'][number];

/** What the placeholders of the content are filled from. */
export type ContentFacts = typeof facts & Pick<SiteData, 'operator'>;
