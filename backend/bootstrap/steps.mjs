const labelWidth = 26;
const detailWidth = 30;

/**
 * Calm report of what is being done: one aligned line per finished step with its time. On a terminal the running steps show below.
 * @param {{ write(text: string): unknown, on?(event: string, listener: () => void): unknown, isTTY?: boolean }} out
 */
export function createSteps(out = process.stdout) {
  out.on?.('error', () => undefined); // a reader that went away (a closed pipe) is no reason to stop
  const running = new Set();
  const live = Boolean(out.isTTY) && process.env.CI === undefined;
  const clear = () => live && out.write('\r\u001b[K');
  const draw = () => live && running.size > 0 && out.write(`  ${[...running].join(', ')} …`);
  const line = (text) => {
    clear();
    out.write(`${text}\n`);
    draw();
  };
  const format = (label, detail, startedAt) =>
    `  ${label.padEnd(labelWidth)}${detail.padEnd(detailWidth)}${formatSeconds(performance.now() - startedAt).padStart(8)}`;
  return {
    line,
    /** Runs `work(note)` as a step; `note(text)` sets the words between the label and the time. */
    async run(label, work) {
      const startedAt = performance.now();
      let detail = '';
      running.add(label);
      clear();
      draw();
      const patience = setTimeout(() => live || line(`  ${label} …`), 5_000);
      try {
        const result = await work((text) => (detail = text));
        running.delete(label);
        line(format(label, detail, startedAt));
        return result;
      } finally {
        clearTimeout(patience);
        if (running.delete(label)) clear();
      }
    },
  };
}

/** Milliseconds as «1.9 s» or «2 min 05 s». */
export function formatSeconds(milliseconds) {
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${String(Math.floor(seconds % 60)).padStart(2, '0')} s`;
}
