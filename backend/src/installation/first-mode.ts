import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { CONFIG, ConfigurationError, type Config, type Mode } from '../config/index.js';
import { ObjectStorage } from '../integrations/storage/index.js';
import { Clock } from '../platform/clock/index.js';
import { MODE_KEY } from './installation.places.js';
import { db } from './installation.tables.js';

/** What database and object store say of their first start; null where they have not seen one. */
interface FirstModes {
  database: string | null;
  store: string | null;
}

/** @throws ConfigurationError where one of them belongs to an installation in another mode */
function assertMode(mode: Mode, { database, store }: FirstModes): void {
  const compare = (what: string, first: string | null): void => {
    if (first !== null && first !== mode)
      throw new ConfigurationError([`MODE=${mode}, but ${what} belongs to an installation with MODE=${first}`]);
  };
  compare('the database', database);
  compare('the object store', store);
}

async function readModes(em: EntityManager, storage: ObjectStorage): Promise<FirstModes> {
  const [row, isMarked] = await Promise.all([
    db(em.fork()).selectFrom('installation').select('mode').executeTakeFirst(),
    storage.has(MODE_KEY),
  ]);
  return { database: row?.mode ?? null, store: isMarked ? (await storage.read(MODE_KEY)).toString() : null };
}

/** For commands that delete: a database and the store of another installation would find everything strange. @throws ConfigurationError */
export async function assertSameInstallation(em: EntityManager, storage: ObjectStorage, mode: Mode): Promise<void> {
  const found = await readModes(em, storage);
  if (found.database !== null && found.store !== null && found.database !== found.store)
    throw new ConfigurationError([
      `the database belongs to an installation with MODE=${found.database}, the object store to one with MODE=${found.store}`,
    ]);
  if (mode !== 'test') assertMode(mode, found);
}

/** Migrations of one installation run within minutes; those of one that was there before, over its releases. */
const ONE_GO_HOURS = 1;

/**
 * Database and object store remember the mode of their first start, and a process in another one does not start on them: a rehearsal would
 * sell real customers credits for play money. Tests mark nothing.
 */
@Injectable()
export class FirstMode implements OnModuleInit {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly em: EntityManager,
    private readonly storage: ObjectStorage,
    private readonly clock: Clock,
  ) {}

  /** Before anything is served or taken from a queue. @throws ConfigurationError */
  async onModuleInit(): Promise<void> {
    const { mode } = this.config;
    if (mode === 'test') return;
    const found = await readModes(this.em, this.storage);
    // Nothing is written to a new one of them while the other refuses.
    assertMode(mode, found);
    if (found.database === null) {
      if (mode === 'rehearsal') await this.refuseOlderDatabase();
      assertMode(mode, { database: await this.noteInDatabase(mode), store: null });
    }
    if (found.store === null) await this.storage.put(MODE_KEY, Buffer.from(mode), 'text/plain');
  }

  /** Versions before this one left no mark: what they sold was real. @throws ConfigurationError */
  private async refuseOlderDatabase(): Promise<void> {
    const { rows } = await sql<{ hours: number }>`
      select extract(epoch from max(executed_at) - min(executed_at))::float8 / 3600 as hours from migration`.execute(
      db(this.em.fork()),
    );
    if ((rows[0]?.hours ?? 0) > ONE_GO_HOURS)
      throw new ConfigurationError([
        'MODE=rehearsal, but the database was in use before: a rehearsal needs a database and an object store of its own',
      ]);
  }

  /** @returns the mode of the process that was first */
  private async noteInDatabase(mode: Mode): Promise<string | null> {
    await db(this.em.fork())
      .insertInto('installation')
      .values({ id: randomUUID(), created_at: this.clock.now(), is_only_one: true, mode })
      .onConflict((conflict) => conflict.column('is_only_one').doNothing())
      .execute();
    const row = await db(this.em.fork()).selectFrom('installation').select('mode').executeTakeFirst();
    return row?.mode ?? null;
  }
}
