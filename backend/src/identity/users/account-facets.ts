import { Injectable } from '@nestjs/common';

export interface AccountFacets {
  credits(userId: string): Promise<number>;
  plan(userId: string): Promise<{ active: boolean; nextGrant: { credits: number; at: Date } | null }>;
}

/**
 * What other features know about an account. Identity stands to their right and may not import them, so each registers
 * its part at start.
 */
@Injectable()
export class AccountFacetRegistry {
  private readonly facets: Partial<AccountFacets> = {};

  register<K extends keyof AccountFacets>(name: K, read: AccountFacets[K]): void {
    if (this.facets[name]) throw new Error(`account facet ${name} is registered twice`);
    this.facets[name] = read;
  }

  get<K extends keyof AccountFacets>(name: K): AccountFacets[K] {
    const facet = this.facets[name];
    if (!facet) throw new Error(`account facet ${name} has no owner`);
    return facet;
  }
}
