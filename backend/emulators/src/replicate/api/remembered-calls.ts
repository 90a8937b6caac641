/** One request to the API, as tests look at it afterwards. */
export interface RememberedCall {
  method: string;
  /** Path and query. */
  path: string;
  /** JSON that came along; null for none and for uploads. */
  body: unknown;
  /** Null when the answer was lost on purpose. */
  status: number | null;
  /** The emulator's time, in milliseconds. */
  at: number;
}

const most = 5000;

/** The latest calls, oldest first; in memory only. */
export class RememberedCalls {
  private readonly calls: RememberedCall[] = [];

  add(call: RememberedCall): void {
    this.calls.push(call);
    if (this.calls.length > most) this.calls.shift();
  }

  all(): RememberedCall[] {
    return structuredClone(this.calls);
  }
}
