import progress from 'cli-progress';

export interface Bar {
  increment(): void;
  update(value: number): void;
  stop(): void;
}

/** A progress bar on a terminal; elsewhere one line at the end. */
export function bar(label: string, total: number): Bar {
  const line = new progress.SingleBar(
    {
      format: `  ${label.padEnd(14)} {bar} {value}/{total} · {duration_formatted}`,
      hideCursor: true,
      noTTYOutput: false,
      barsize: 28,
    },
    progress.Presets.shades_classic,
  );
  let value = 0;
  line.start(total, 0);
  return {
    increment: () => line.update((value += 1)),
    update: (next) => line.update((value = next)),
    stop: () => {
      line.stop();
      if (!process.stdout.isTTY) process.stdout.write(`  ${label.padEnd(14)} ${value}/${total}\n`);
    },
  };
}
