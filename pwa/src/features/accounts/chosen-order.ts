import { api } from '~/lib/api';
import { formatChf } from '~/lib/formats';
import type { Text } from '~/lib/i18n';

/** What was to be ordered when it turned out that this takes an account. */
export interface ChosenOrder {
  kind: 'plan' | 'pack';
  name: string;
  priceRappen: number;
}

/** What the page that is gone to afterwards sells, at its price of today; null where that is nothing, or cannot be told. */
export async function findChosenOrder(target: string | undefined): Promise<ChosenOrder | null> {
  const [path, query] = target?.split('?') ?? [];
  if (path !== '/bestellen') return null;
  const asked = new URLSearchParams(query);
  // It only adorns the form.
  const limits = { timeout: 3_000 };
  try {
    const id = asked.get('plan');
    const { items } = id ? await api.listPlans(limits) : { items: (await api.getSite(limits)).packs };
    const found = items.find((each) => each.id === (id ?? asked.get('pack')));
    return found ? { kind: id ? 'plan' : 'pack', name: found.name, priceRappen: found.priceRappen } : null;
  } catch {
    return null;
  }
}

/** The quiet line under the title: what is ordered next, or else what the form is about. */
export const leadOf = (chosen: ChosenOrder | null, usual: string, t: Text): string =>
  chosen ? t(`accounts.chosen.${chosen.kind}`, { name: chosen.name, amount: formatChf(chosen.priceRappen) }) : usual;
