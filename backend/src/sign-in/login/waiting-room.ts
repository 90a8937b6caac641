import { AppError } from '../../platform/errors/index.js';

export interface WaitingRoomSize {
  /** Waiting at once, of all accounts together, for one account, and for one account from one address. */
  total: number;
  perAccount: number;
  perAccountAndAddress: number;
}

/** Bounds how many requests wait at once, so that those of an attack take neither all memory nor the places of other accounts. */
export class WaitingRoom {
  private readonly taken = new Map<string, number>();

  constructor(private readonly size: WaitingRoomSize) {}

  /** @returns how to leave. @throws AppError `rate_limited`, with the time to come back, where no place is free. */
  enter(account: string, address: string, retryAfterSeconds: number): () => void {
    const places: [string, number][] = [
      ['', this.size.total],
      [account, this.size.perAccount],
      [`${account} ${address}`, this.size.perAccountAndAddress],
    ];
    if (places.some(([key, most]) => this.countOf(key) >= most))
      throw new AppError('rate_limited', { retryAfterSeconds });
    for (const [key] of places) this.taken.set(key, this.countOf(key) + 1);
    return () => places.forEach(([key]) => this.leave(key));
  }

  /** How many wait at present. */
  get waiting(): number {
    return this.countOf('');
  }

  private countOf(key: string): number {
    return this.taken.get(key) ?? 0;
  }

  private leave(key: string): void {
    const left = this.countOf(key) - 1;
    if (left > 0) this.taken.set(key, left);
    else this.taken.delete(key);
  }
}
