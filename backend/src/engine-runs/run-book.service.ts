import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { RemoteRunBook, RunUnwanted, type RemoteRun, type RunChange } from '../integrations/portrait-engine/index.js';
import { Clock } from '../platform/clock/index.js';
import { EngineRun } from './engine-run.entity.js';
import { db } from './engine-runs.tables.js';

/** Runs at the provider, as rows. Each act is a transaction of its own: what was asked of the provider does not roll back. */
@Injectable()
export class RunBookService extends RemoteRunBook {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {
    super();
  }

  async note(run: Parameters<RemoteRunBook['note']>[0]): Promise<RemoteRun> {
    const em = this.em.fork();
    // Nothing is added to a task that was called off.
    await sql`
      insert into engine_run (id, created_at, kind, task, ordinal, subject_id, positions, status, is_harvested, is_forgotten)
      select ${randomUUID()}::uuid, ${this.clock.now()}::timestamptz, ${run.kind}, ${run.task}, ${run.ordinal}::int, ${run.subjectId}::uuid, ${JSON.stringify(run.positions)}::jsonb, 'noted', false, false
      where not exists (select 1 from engine_run where task = ${run.task} and is_forgotten) on conflict (task, ordinal) do nothing`.execute(
      db(em),
    );
    const noted = await em.findOne(EngineRun, { task: run.task, ordinal: run.ordinal });
    if (!noted || noted.isForgotten) throw new RunUnwanted();
    return viewRun(noted);
  }

  ofTasks(tasks: readonly string[]): Promise<RemoteRun[]> {
    return this.find({ task: { $in: [...tasks] } });
  }

  ofSubjects(subjectIds: readonly string[]): Promise<RemoteRun[]> {
    return this.find({ subjectId: { $in: [...subjectIds] } });
  }

  async amend({ id }: RemoteRun, { providerId, ...change }: RunChange): Promise<RemoteRun> {
    const em = this.em.fork();
    if (providerId) await em.nativeUpdate(EngineRun, { id, providerId: null }, { providerId });
    if (Object.keys(change).length > 0) await em.nativeUpdate(EngineRun, { id }, change);
    return viewRun(await em.findOneOrFail(EngineRun, { id }));
  }

  msSince(moment: Date): number {
    return this.clock.now().getTime() - moment.getTime();
  }

  private async find(which: { task: { $in: string[] } } | { subjectId: { $in: string[] } }): Promise<RemoteRun[]> {
    return (await this.em.fork().find(EngineRun, which, { orderBy: [{ task: 'asc' }, { ordinal: 'asc' }] })).map(
      viewRun,
    );
  }
}

function viewRun({
  id,
  kind,
  task,
  ordinal,
  subjectId,
  positions,
  providerId,
  status,
  version,
  isHarvested,
  isForgotten,
  createdAt,
}: EngineRun): RemoteRun {
  return {
    id,
    kind,
    task,
    ordinal,
    subjectId,
    positions,
    providerId: providerId ?? null,
    status,
    version: version ?? null,
    isHarvested,
    isForgotten,
    createdAt,
  };
}
