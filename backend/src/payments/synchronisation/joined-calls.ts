import pLimit from 'p-limit';

/**
 * Runs one call per key at a time, and few for all keys together. Calls that come while one waits for its turn join that one:
 * it begins after all of them asked, so what it reads is new enough for each.
 */
export class JoinedCalls<T> {
  private readonly running = new Map<string, Promise<T>>();
  private readonly waiting = new Map<string, Promise<T>>();
  private readonly limit;

  constructor(
    private readonly act: (key: string) => Promise<T>,
    atOnce: number,
  ) {
    this.limit = pLimit(atOnce);
  }

  run(key: string): Promise<T> {
    const joined = this.waiting.get(key);
    if (joined) return joined;
    const call = this.takeTurn(key);
    this.waiting.set(key, call);
    return call;
  }

  private async takeTurn(key: string): Promise<T> {
    await this.running.get(key)?.catch(() => null);
    return this.limit(async () => {
      this.waiting.delete(key);
      const call = this.act(key);
      this.running.set(key, call);
      return call.finally(() => this.running.delete(key));
    });
  }
}
