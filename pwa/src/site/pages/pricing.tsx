import { useText } from '~/lib/i18n';
import { questionsOf, type Copy } from '../content/copy';
import type { SiteData } from '../site-data';
import { PlanChoices } from './landing';
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
      <Inline text={copy.what} className={styles.what} />
      <Part title={copy.faq.title} id="faq">
        <Faq questions={questionsOf(all.faq, copy.faq.ids)} />
      </Part>
    </>
  );
}
