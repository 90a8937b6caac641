import { SubscriptionContent, type BillingState } from '~/features/billing';
import type { Loaded } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { useRouterState } from '~/lib/navigation';
import { Icon } from '~/ui';
import styles from './dashboard-screen.module.css';

export type FoldedPart = 'recent' | 'profiles' | 'plan';
export const PARTS: readonly FoldedPart[] = ['recent', 'profiles', 'plan'];

/** Where links to the subscription lead. */
const PLACE = 'abo';

export const isEmpty = (list: Loaded<readonly unknown[]>): boolean => list.ok && list.value.length === 0;

/** There is no subscription, and nothing of one is open. */
export const hasNoPlan = ({ subscription, purchasesBlocked, owedCredits, heldCredits }: BillingState): boolean =>
  subscription === null && !purchasesBlocked && owedCredits === 0 && heldCredits === 0;

/** The parts of the screen that have no content yet: a line each, and what will stand there when it is opened. */
export function Folded({ parts, billing }: { parts: readonly FoldedPart[]; billing: Loaded<BillingState> }) {
  const t = useText();
  // Each time somebody comes for the plan.
  const call = useRouterState({
    select: ({ location }) => (location.hash === PLACE ? location.state.__TSR_key : undefined),
  });
  if (parts.length === 0) return null;
  const content = {
    recent: t('dashboard.recent.emptyText'),
    profiles: t('dashboard.profiles.emptyText'),
    plan: <SubscriptionContent billing={billing} />,
  };
  return (
    <div className={styles.folded} id={parts.includes('plan') ? PLACE : undefined}>
      {parts.map((part) => (
        // Who comes for the plan finds it open.
        <details key={part === 'plan' ? (call ?? part) : part} open={part === 'plan' && Boolean(call)}>
          <summary>
            <h2>{t(`dashboard.empty.${part}`)}</h2>
            <Icon name="arrow-down" />
          </summary>
          <div className={styles.foldedContent}>{content[part]}</div>
        </details>
      ))}
    </div>
  );
}
