import { useEffect, useState } from 'react';
import { api, settle, type Loaded, type Schemas } from '~/lib/api';
import { higherPlans, loadPlans, type Plan, type Subscription } from '../billing-data';

export interface PanelData {
  /** The plans above the one that runs; none without one. */
  higher: Loaded<Plan[]>;
  packs: Loaded<Schemas['CreditPackList']>;
}

/** What can be bought beside the subscription; or without one; asked for when the panel is there, and whenever the subscription was loaded anew. */
export function usePanelData(subscription: Subscription | null): PanelData | null {
  const [data, setData] = useState<PanelData | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void Promise.all([loadPlans(), settle(api.listCreditPacks())]).then(([plans, packs]) => {
      if (isCurrent)
        setData({
          higher: plans.ok ? { ok: true, value: subscription ? higherPlans(plans.value, subscription) : [] } : plans,
          packs,
        });
    });
    return () => {
      isCurrent = false;
    };
  }, [subscription]);
  return data;
}
