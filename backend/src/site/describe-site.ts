import { createHash } from 'node:crypto';
import { z } from 'zod';
import { viewPack, viewPlan } from '../catalogue/index.js';
import { vatPercentAt, type Config } from '../config/index.js';
import { StyleView, viewStyle } from '../styles/index.js';
import { withCookies } from './measurement-cookies.js';
import { SiteView, type Site } from './site.schemas.js';

type Installation = Pick<Config, 'publicOrigin' | 'operator' | 'vat' | 'measurement' | 'rehearsal'> & {
  engine: Pick<Config['engine'], 'name'>;
};

/** What the public pages say that differs between installations, or that admins change. */
export function describeSite(
  config: Installation,
  plans: Parameters<typeof viewPlan>[0][],
  packs: Parameters<typeof viewPack>[0][],
  styles: Parameters<typeof viewStyle>[0][],
  now: Date,
): Site {
  return SiteView.parse({
    origin: config.publicOrigin,
    operator: config.operator,
    vatPercent: vatPercentAt(config.vat, now),
    measurement: withCookies(config.measurement),
    isRehearsal: config.rehearsal !== null,
    hostedEngine: config.engine.name === 'replicate',
    plans: plans.map(viewPlan),
    packs: packs.map(viewPack),
    styles: styles.map(viewStyle),
  });
}

/** Ids of styles differ from database to database, and no page shows them. */
const Fingerprinted = SiteView.extend({ styles: z.array(StyleView.omit({ id: true })) });

/** The same for two installations whose public pages read the same. Parsing brings the keys into the order of the schema. */
export function siteFingerprint(site: Site): string {
  return createHash('sha256')
    .update(JSON.stringify(Fingerprinted.parse(site)))
    .digest('hex');
}
