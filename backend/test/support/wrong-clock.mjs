// Loaded into a process before everything else, whose clock is then off by CLOCK_OFF_MS, and jumps by as much again on SIGUSR2.
const TrueDate = Date;
const step = Number(process.env.CLOCK_OFF_MS);
let off = step;
globalThis.Date = class extends TrueDate {
  constructor(...parts) {
    if (parts.length === 0) super(TrueDate.now() + off);
    else super(...parts);
  }
  static now() {
    return TrueDate.now() + off;
  }
};
process.on('SIGUSR2', () => (off += step));
