/**
 * One time for several people who each wait as long as they like: it moves on when all are waiting, to the moment the first
 * of them wakes. So a sequence of acts sees the same times alone as among others.
 */
export class Timeline {
  /** Hours since the beginning. */
  now = 0;
  private awake: number;
  private readonly sleepers: { at: number; wake: () => void; fail: (error: unknown) => void }[] = [];

  constructor(
    people: number,
    private readonly move: (hours: number) => Promise<void>,
  ) {
    this.awake = people;
  }

  sleep(hours: number): Promise<void> {
    return new Promise((wake, fail) => {
      this.sleepers.push({ at: this.now + hours, wake, fail });
      this.restOne();
    });
  }

  /** Somebody does nothing more. */
  leave(): void {
    this.restOne();
  }

  /** For a person who has nothing to wait for: everybody has left. */
  async pass(hours: number): Promise<void> {
    await this.move(hours);
    this.now += hours;
  }

  private restOne(): void {
    this.awake -= 1;
    if (this.awake === 0 && this.sleepers.length > 0) this.moveOn().catch((error: unknown) => this.stop(error));
  }

  /** Time that cannot pass is everybody's fault: those who sleep would never wake. */
  private stop(error: unknown): void {
    for (const { fail } of this.sleepers.splice(0)) fail(error);
  }

  private async moveOn(): Promise<void> {
    const next = Math.min(...this.sleepers.map(({ at }) => at));
    if (next > this.now) await this.move(next - this.now);
    this.now = next;
    const due = this.sleepers.filter(({ at }) => at <= next);
    for (const sleeper of due) this.sleepers.splice(this.sleepers.indexOf(sleeper), 1);
    this.awake += due.length;
    for (const { wake } of due) wake();
  }
}
