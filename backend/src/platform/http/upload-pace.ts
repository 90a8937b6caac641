/** How much came in over the last while. Only time in which the sender could send is told to it, so that waiting for us slows nobody down. */
export class UploadPace {
  private readonly steps: { ms: number; bytes: number }[] = [];
  private fresh = 0;
  /** Time that is looked back on, in milliseconds, and the bytes of it. */
  measuredMs = 0;
  bytes = 0;

  constructor(private readonly windowMs: number) {}

  heard(bytes: number): void {
    this.fresh += bytes;
  }

  /** So many more milliseconds have gone by. */
  step(ms: number): void {
    this.steps.push({ ms, bytes: this.fresh });
    this.measuredMs += ms;
    this.bytes += this.fresh;
    this.fresh = 0;
    for (let oldest = this.steps[0]!; this.measuredMs - oldest.ms >= this.windowMs; oldest = this.steps[0]!) {
      this.measuredMs -= oldest.ms;
      this.bytes -= oldest.bytes;
      this.steps.shift();
    }
  }
}
