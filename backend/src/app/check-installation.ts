import 'reflect-metadata';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import {
  CHECKS,
  type CheckName,
  type Finding,
  type Fix,
  type Installation,
  type State,
} from '../installation/checks/finding.js';
import { readInstallation } from '../installation/checks/read-installation.js';
import { DEFAULTS, runChecks, type RunnableCheck } from '../installation/checks/run-checks.js';
import { CommandRefused } from './run-entry.js';

const LABELS: Record<CheckName, string> = {
  configuration: 'Einstellungen',
  database: 'PostgreSQL',
  redis: 'Redis',
  storage: 'Dateien',
  email: 'E-Mail',
  stripe: 'Stripe',
  google: 'Google',
  engine: 'Engine',
  push: 'Push',
  backups: 'Sicherungen',
  origin: 'Adresse',
};
const WORDS: Record<State, string> = { good: 'gut', todo: 'zu tun', off: 'aus', unknown: 'unklar' };

const USAGE =
  'Aufruf: npm run live [-- --apply] [--email ADRESSE] [--dkim SELEKTOR] [--push]\n  --apply  führt aus, was der Plan zeigt\n  --email  schickt eine E-Mail dorthin\n  --dkim   prüft den DKIM-Eintrag dieses Selektors\n  --push   macht ein Schlüsselpaar für Push, wo es keines gibt\n';

/** What a command needs of the world around it. */
export interface Surroundings {
  env: Record<string, string | undefined>;
  write(text: string): void;
  /** Asks the operator; null where nobody can be asked. */
  ask: ((question: string) => Promise<string>) | null;
  /** For tests: an environment that is taken as it is. */
  read?: typeof readInstallation;
  /** For tests: another DNS. */
  lookUpTexts?: Installation['lookUpTexts'];
}

/**
 * Looks at an installation part by part, shows what it would change, changes it when told to, and looks again. Run any number of times it
 * changes nothing more.
 * @returns whether nothing is left to do
 */
export async function checkInstallation(args: readonly string[], around: Surroundings): Promise<boolean> {
  const { apply, email, dkim, push } = readArguments(args);
  const { mode, problems, config, left, isStripeSure } = (around.read ?? readInstallation)(around.env);
  if (mode === 'embedded')
    throw new CommandRefused(
      'Hier läuft die eingebaute Umgebung; zu prüfen gibt es erst etwas mit MODE=rehearsal oder production.',
    );
  const ofConfiguration = problems.map((text): Finding => ({ check: 'configuration', state: 'todo', text }));
  const look = async (emailTo: string | null): Promise<Finding[]> => {
    if (!config)
      return [
        ...ofConfiguration,
        { check: 'configuration', state: 'unknown', text: 'Alles andere liess sich nicht prüfen' },
      ];
    const installation: Installation = {
      ...DEFAULTS,
      ...(around.lookUpTexts ? { lookUpTexts: around.lookUpTexts } : {}),
      config,
      mode,
      now: () => new Date(),
      dkimSelector: dkim ?? null,
      emailTo,
      wantsPush: push ?? false,
    };
    const names = CHECKS.filter((name): name is RunnableCheck => name !== 'configuration' && !left.includes(name));
    const found = await runChecks(installation, names);
    // By a setting that is known to be wrong nothing is made at somebody else's.
    return [
      ...ofConfiguration,
      ...found.map((each) => (each.check === 'stripe' && !isStripeSure ? withoutFix(each) : each)),
    ];
  };
  around.write(`\nBildnis, Prüfung der Installation (MODE=${mode})\n\n`);
  const found = await look(email ?? null);
  tell(found, around);
  const fixes = found.flatMap(({ fix }) => fix ?? []);
  if (fixes.length > 0 && (await mayApply(fixes, apply, around))) {
    for (const fix of fixes) await carryOut(fix, around);
    around.write('\nWas oben mit NAME=… steht, gehört in die Umgebung; es wird nicht noch einmal gezeigt.\n\n');
    // One email is enough.
    const after = await look(null);
    tell(after, around);
    return conclude(after, around);
  }
  return conclude(found, around);
}

const withoutFix = ({ check, state, text }: Finding): Finding => ({ check, state, text });

/** One that fails keeps the others from nothing. What went wrong is found by the look that follows. */
async function carryOut({ text, run }: Fix, { write }: Surroundings): Promise<void> {
  write(`\n  ${text} …\n`);
  try {
    for (const line of await run()) write(`    ${line}\n`);
  } catch {
    write('    Das ging nicht.\n');
  }
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        apply: { type: 'boolean' },
        email: { type: 'string' },
        dkim: { type: 'string' },
        push: { type: 'boolean' },
      },
    }).values;
  } catch {
    throw new CommandRefused(USAGE);
  }
}

function tell(found: readonly Finding[], { write }: Surroundings): void {
  for (const { check, state, text } of found) write(`  ${WORDS[state].padEnd(8)}${LABELS[check].padEnd(15)}${text}\n`);
}

async function mayApply(
  fixes: readonly { text: string }[],
  isTold: boolean | undefined,
  around: Surroundings,
): Promise<boolean> {
  around.write('\nPlan:\n');
  for (const { text } of fixes) around.write(`  + ${text}\n`);
  if (isTold) return true;
  if (around.ask) return /^j(a)?$/i.test((await around.ask('\nAusführen? (j/n) ')).trim());
  around.write('\nGeändert wurde nichts; mit --apply wird der Plan ausgeführt.\n');
  return false;
}

function conclude(found: readonly Finding[], { write }: Surroundings): boolean {
  const open = found.filter(({ state }) => state === 'todo').length;
  write(open === 0 ? '\nNichts mehr zu tun.\n' : `\nZu tun: ${open}\n`);
  return open === 0;
}

/** Asks on the terminal, where there is one. */
export const askOnTerminal: Surroundings['ask'] = process.stdin.isTTY
  ? async (question) => {
      const terminal = createInterface({ input: process.stdin, output: process.stdout });
      try {
        return await terminal.question(question);
      } finally {
        terminal.close();
      }
    }
  : null;
