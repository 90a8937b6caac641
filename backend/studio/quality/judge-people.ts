import { judge } from './judge.js';
import { readSettings } from './settings.js';

/** `npm run quality -- --people FOLDER --out FOLDER`: 0 where every bound holds, 1 where one is broken or nothing could be judged. */
try {
  const broken = await judge(readSettings(process.argv.slice(2)), (line) => process.stdout.write(`${line}\n`));
  process.exitCode = broken > 0 ? 1 : 0;
} catch (error) {
  process.stderr.write(
    `Die Porträts wurden nicht beurteilt: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 1;
}
