import type { ReactNode } from 'react';
import type { Schemas } from '~/lib/api';
import { portraitsAfterTraining } from '~/lib/credits';
import { formatChf, formatNumber } from '~/lib/formats';
import { useText, type Text } from '~/lib/i18n';
import styles from './plan-rows.module.css';
import { worthText } from './worth-text';

type Plan = Schemas['Plan'];

/** «1 Training und 14 Styles oder 2 Trainings und 4 Styles» */
function exampleText(plan: Plan, t: Text): string {
  return plan.examples
    .map(({ trainings, styles: count }) => {
      const training = t('billing.pricing.training', { count: trainings });
      return count === 0
        ? t('billing.pricing.upTo', { trainings: training })
        : t('billing.pricing.and', { trainings: training, styles: t('billing.pricing.style', { count }) });
    })
    .reduce((first, second) => (first ? t('billing.pricing.or', { first, second }) : second), '');
}

/** What a portrait costs where a training is paid from the same credits. */
function PerPortrait({ plan }: { plan: Plan }) {
  const t = useText();
  const portraits = portraitsAfterTraining(plan.credits);
  if (portraits === 0) return null;
  return (
    <span className={styles.perPortrait}>
      {t('billing.pricing.perPortrait', { price: formatChf(Math.round(plan.priceRappen / portraits)) })}
    </span>
  );
}

export interface PlanListProps {
  plans: readonly Plan[];
  /** Heading of each plan, one below the heading that stands over them. */
  heading: 'h2' | 'h3';
  /** What can be done with a plan. */
  renderChoice: (plan: Plan) => ReactNode;
}

/** The plans, one under the other between hairlines. */
export function PlanList({ plans, heading: Heading, renderChoice }: PlanListProps) {
  const t = useText();
  return (
    <ul className={styles.plans} data-plans>
      {plans.map((plan) => (
        <li key={plan.id} className={styles.plan} data-plan={plan.id}>
          <Heading className={styles.name}>
            <span data-field="name">{plan.name}</span>
            {plan.recommended ? <span className={styles.recommended}>{t('billing.pricing.recommended')}</span> : null}
          </Heading>
          <p className={styles.credits}>
            <span data-field="worth">{worthText(plan.credits, t)}</span>
            <span className={styles.examples}>
              <span data-field="credits">{t('billing.pricing.credits', { credits: formatNumber(plan.credits) })}</span>
              {': '}
              {exampleText(plan, t)}
            </span>
          </p>
          <p className={styles.price}>
            <span data-field="price">{formatChf(plan.priceRappen)}</span>{' '}
            <span className={styles.period}>{t('billing.pricing.perMonth')}</span> <PerPortrait plan={plan} />
          </p>
          <div className={styles.choice}>{renderChoice(plan)}</div>
        </li>
      ))}
    </ul>
  );
}
