import { useText } from '~/lib/i18n';
import { pricingQuestions, type Copy } from '../content/copy';
import type { SiteData } from '../site-data';
import { PlanChoices } from './landing';
import { PackChoices } from './pack-choices';
import { Faq, Inline, PageHead, Part } from './parts';
import styles from './pricing.module.css';

/** The plans for visitors. A signed-in user gets the app's own page instead, which knows the subscription. */
export function PricingPage({ copy, all, data }: { copy: Copy['pricing']; all: Copy; data: SiteData }) {
  const t = useText();
  return (
    <>
      <PageHead title={t('billing.pricing.title')} lead={copy.lead} />
      <div data-for="undecided">
        <PlanChoices plans={data.plans} heading="h2" />
      </div>
      <PackChoices packs={data.packs} />
      <Inline text={copy.what} className={styles.what} />
      <Part title={copy.faq.title} id="faq">
        <Faq questions={pricingQuestions(all, data.packs)} />
      </Part>
    </>
  );
}
