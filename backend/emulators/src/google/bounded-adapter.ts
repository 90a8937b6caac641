import type { Adapter, AdapterPayload } from 'oidc-provider';

const most = 500;

/**
 * Keeps the provider's sessions, codes and tokens in memory: 500 of each kind, of which the oldest goes first. The provider's own
 * memory adapter warns on the console at every start. Expiry is checked by the provider, which reads `exp`.
 */
export class BoundedAdapter implements Adapter {
  private readonly entries = new Map<string, AdapterPayload>();

  async upsert(id: string, payload: AdapterPayload): Promise<void> {
    this.entries.delete(id);
    this.entries.set(id, payload);
    for (const oldest of this.entries.keys()) if (this.entries.size > most) this.entries.delete(oldest);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return this.entries.get(id);
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return [...this.entries.values()].find((payload) => payload.uid === uid);
  }

  async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return [...this.entries.values()].find((payload) => payload.userCode === userCode);
  }

  async consume(id: string): Promise<void> {
    const payload = this.entries.get(id);
    if (payload) payload.consumed = Math.floor(Date.now() / 1000);
  }

  async destroy(id: string): Promise<void> {
    this.entries.delete(id);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [id, payload] of this.entries) if (payload.grantId === grantId) this.entries.delete(id);
  }
}
