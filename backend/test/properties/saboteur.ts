import type { PaymentProvider } from '../../src/integrations/payments/index.js';

const CALLS = [
  'ensureCustomer',
  'openCheckout',
  'readCheckout',
  'expireCheckout',
  'readCustomer',
  'customerOfCharge',
  'quoteChange',
  'changePlan',
  'restorePlan',
  'endSubscription',
  'endSubscriptionAtPeriodEnd',
  'resumeSubscription',
  'openPortal',
  'refund',
] as const satisfies (keyof PaymentProvider)[];

interface Charge {
  kind: 'call lost' | 'answer lost';
  nth: number;
}

/**
 * Lets calls to the payment provider fail for one person at a time: lost on the way there, or carried out with the answer
 * lost. For what the product does around the call it is the same as dying just before or just after it.
 */
export class Saboteur {
  private readonly armed = new Map<string, Charge>();
  /** Whose the provider's objects are, learned from its answers. */
  private readonly owners = new Map<string, string>();

  /** @param person the user's id */
  arm(person: string, charge: Charge): void {
    this.owners.set(person, person);
    this.armed.set(person, { ...charge });
  }

  /** What was planned and has not happened does not happen any more. */
  disarm(person: string): void {
    this.armed.delete(person);
  }

  know(person: string): void {
    this.owners.set(person, person);
  }

  /** Gets between the product and this adapter of the provider. */
  tap(provider: PaymentProvider): void {
    for (const name of CALLS) {
      const original = provider[name].bind(provider) as (...args: unknown[]) => Promise<unknown>;
      Object.assign(provider, { [name]: (...args: unknown[]) => this.call(name, original, args) });
    }
  }

  private async call(
    name: string,
    original: (...args: unknown[]) => Promise<unknown>,
    args: unknown[],
  ): Promise<unknown> {
    const owner = texts(args)
      .map((text) => this.owners.get(text))
      .find(Boolean);
    const charge = owner ? this.due(owner) : null;
    if (charge?.kind === 'call lost') throw new Error(`sabotage: ${name} never arrived`);
    const result = await original(...args);
    if (owner)
      for (const text of texts(result)) if (/^(cus|sub|cs|pi|in|re|ch)_/.test(text)) this.owners.set(text, owner);
    if (charge) throw new Error(`sabotage: the answer of ${name} was lost`);
    return result;
  }

  private due(owner: string): Charge | null {
    const charge = this.armed.get(owner);
    if (!charge) return null;
    charge.nth -= 1;
    if (charge.nth > 0) return null;
    this.armed.delete(owner);
    return charge;
  }
}

function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || value instanceof Date) return [];
  return Object.values(value).flatMap(texts);
}
