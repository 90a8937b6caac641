import { Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { EntityManager } from '@mikro-orm/postgresql';
import type { Config } from '../config/index.js';
import { PaymentProvider } from '../integrations/payments/index.js';
import { ObjectStorage } from '../integrations/storage/index.js';
import { checkPortraits } from '../generations/index.js';
import { checkInvariants } from '../invariants/index.js';
import { RetentionOverview } from '../retention/index.js';
import { sweepStorage } from '../stored-objects/index.js';
import { coreModules } from './core-modules.js';
import { STORED_PLACES } from './stored-places.js';

@Module({})
class InvariantsModule {
  static with(config: Config): DynamicModule {
    return {
      module: InvariantsModule,
      imports: coreModules(config, 'worker', { hasDeadlines: false }),
      providers: [RetentionOverview],
    };
  }
}

/** What is asked of a live installation. */
export const INVARIANTS: Readonly<Record<string, string>> = {
  I1: 'Guthaben = Summe des Verlaufs, nie negativ',
  I2: 'jede bezahlte Rechnung hat genau eine Gutschrift, jede Gutschrift ihre Zahlung',
  I3: 'jedes Training und jede Generation: eine Belastung, höchstens eine Rückgabe',
  I4: 'was fertig ist, bleibt fertig',
  I5: 'fertig heisst 8 ganze, gekennzeichnete Portraits, ohne die einzeln gelöschten',
  I6: 'keine Aufgabe ist überfällig und vergessen',
  I7: 'kein Objekt ohne Zeile, keine Zeile ohne Objekt',
  I8: 'nichts ist länger da als versprochen, jede Löschung steht im Journal',
  I9: 'jeder Brief existiert genau einmal',
  I10: 'Abos sind hier so wie beim Zahlungsanbieter',
  I11: 'keine Rückgabe auf Wunsch für eine Generation, von der etwas zu sehen war',
  I12: 'eine Verlängerung kostet, was angekündigt war, und nie früher',
};

/** Checks everything and changes nothing. @returns the violations by the name of what they violate */
export async function readInvariants(config: Config): Promise<Map<string, string[]>> {
  const app = await NestFactory.createApplicationContext(InvariantsModule.with(config), {
    logger: false,
    abortOnError: false,
  });
  try {
    const em = app.get(EntityManager).fork();
    const storage = app.get(ObjectStorage);
    const found = [
      ...(await checkInvariants(em, app.get(PaymentProvider))),
      ...(await checkPortraits(em, storage)),
      ...(await checkObjects(em, storage)),
      ...(await checkPromises(app.get(RetentionOverview))),
    ];
    return new Map(Object.keys(INVARIANTS).map((name) => [name, found.filter((line) => line.startsWith(`${name} `))]));
  } finally {
    await app.close();
  }
}

/** I7, as the sweeper sees it: objects younger than a day may belong to something under way. */
async function checkObjects(em: EntityManager, storage: ObjectStorage): Promise<string[]> {
  const { orphans, missing } = await sweepStorage(em, storage, {
    places: STORED_PLACES,
    now: new Date(),
    repair: false,
  });
  const lines = (found: typeof orphans, what: string) =>
    Object.entries(found).map(
      ([place, { count, examples }]) => `I7 ${place}: ${count} ${what}, such as ${examples[0]}`,
    );
  return [...lines(orphans, 'objects without a row'), ...lines(missing, 'rows without their object')];
}

/** I8, as the alarms of retention see it: with the patience that each rule has. */
async function checkPromises(overview: RetentionOverview): Promise<string[]> {
  const { items, unjournaled } = await overview.read();
  const late = items
    .filter(({ overdue }) => overdue > 0)
    .map(
      ({ rule, overdue, promisedUntil }) => `I8 ${rule}: ${overdue} are still there, promised until ${promisedUntil}`,
    );
  return unjournaled > 0 ? [...late, `I8 ${unjournaled} deletions are missing in the journal`] : late;
}
