import { useCallback, useEffect, useState, type ComponentType } from 'react';
import { LoadedPart, PartError } from '~/features/shell';
import type { Loaded } from '~/lib/api';
import { loadTexts, useText } from '~/lib/i18n';
import { afterFirstScreen } from '~/lib/time';
import { Section, Skeleton } from '~/ui';
import type { BillingState } from './billing-data';
import styles from './subscription-panel.module.css';

type Content = ComponentType<{ billing: BillingState }>;

/** The panel is large and stands far down on the first screen, which does not wait for it. What could not be fetched can be tried again. */
function useContent() {
  const [content, setContent] = useState<Content | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const fetchIt = useCallback(() => {
    void Promise.all([import('./panel/panel-content'), loadTexts('billing.panel')]).then(
      ([loaded]) => setContent(() => loaded.default),
      setFailure,
    );
  }, []);
  useEffect(() => void afterFirstScreen().then(fetchIt), [fetchIt]);
  const retry = () => {
    setFailure(null);
    fetchIt();
  };
  return { Content: content, failure, retry };
}

/** The lines that come, fewer of them without a plan. */
function PanelSkeleton({ hasPlan }: { hasPlan: boolean }) {
  return (
    <div aria-hidden="true">
      <div className={styles.tabs} />
      {[1, 2, 3, 4].slice(hasPlan ? 0 : 2).map((line) => (
        <div key={line} className={styles.line}>
          <Skeleton shape="line" width="half" />
        </div>
      ))}
    </div>
  );
}

/** What the panel shows, without its heading. */
export function SubscriptionContent({ billing }: { billing: Loaded<BillingState> }) {
  const t = useText();
  const { Content, failure, retry } = useContent();
  return (
    <LoadedPart of={billing} failed={t('billing.panel.failed')}>
      {(value) => (
        <div
          className={styles.place}
          data-plan={value.subscription ? '' : undefined}
          aria-busy={(!Content && !failure) || undefined}
        >
          {Content ? <Content billing={value} /> : null}
          {!Content && !failure ? <PanelSkeleton hasPlan={value.subscription !== null} /> : null}
          {!Content && failure ? <PartError title={t('billing.panel.failed')} error={failure} onRetry={retry} /> : null}
        </div>
      )}
    </LoadedPart>
  );
}

/** The customer's subscription: its state, higher plans, and credits to buy. */
export function SubscriptionPanel({ billing }: { billing: Loaded<BillingState> }) {
  const t = useText();
  return (
    <Section title={t('billing.panel.title')} id="abo">
      <SubscriptionContent billing={billing} />
    </Section>
  );
}
