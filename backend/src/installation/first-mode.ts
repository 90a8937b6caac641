import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { CONFIG, ConfigurationError, type Config, type Mode } from '../config/index.js';
import { ObjectStorage } from '../integrations/storage/index.js';
import { Clock } from '../platform/clock/index.js';
import { MODE_KEY } from './installation.places.js';
import { db } from './installation.tables.js';

/**
 * Database and object store remember the mode of their first start, and a process in another one does not start on them: a rehearsal would
 * sell real customers credits for play money. Tests use theirs as they need.
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
    const compare = (what: string, first: string | null): void => {
      if (first !== null && first !== mode)
        throw new ConfigurationError([`MODE=${mode}, but ${what} belongs to an installation with MODE=${first}`]);
    };
    const [database, store] = await Promise.all([this.modeOfDatabase(), this.modeOfStore()]);
    // Nothing is written to a new one of them while the other refuses.
    compare('the database', database);
    compare('the object store', store);
    if (database === null) compare('the database', await this.noteInDatabase(mode));
    if (store === null) await this.storage.put(MODE_KEY, Buffer.from(mode), 'text/plain');
  }

  private async modeOfDatabase(): Promise<string | null> {
    const row = await db(this.em.fork()).selectFrom('installation').select('mode').executeTakeFirst();
    return row?.mode ?? null;
  }

  /** @returns the mode of whoever was first */
  private async noteInDatabase(mode: Mode): Promise<string | null> {
    await db(this.em.fork())
      .insertInto('installation')
      .values({ id: randomUUID(), created_at: this.clock.now(), is_only_one: true, mode })
      .onConflict((conflict) => conflict.column('is_only_one').doNothing())
      .execute();
    return this.modeOfDatabase();
  }

  private async modeOfStore(): Promise<string | null> {
    return (await this.storage.has(MODE_KEY)) ? (await this.storage.read(MODE_KEY)).toString() : null;
  }
}
