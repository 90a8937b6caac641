import { INVARIANTS, readInvariants } from './app/invariants.js';
import { readConfig } from './config/index.js';
import { runEntry } from './app/run-entry.js';

/** One line for each invariant, and one more for each violation; fails when there is one. */
await runEntry(async () => {
  const found = await readInvariants(readConfig(process.env));
  for (const [name, violations] of found) {
    process.stdout.write(
      `${name.padEnd(4)}${violations.length === 0 ? 'gut     ' : 'VERLETZT'}  ${INVARIANTS[name]}\n`,
    );
    for (const violation of violations) process.stdout.write(`      ${violation}\n`);
  }
  if ([...found.values()].some((violations) => violations.length > 0)) process.exitCode = 1;
});
