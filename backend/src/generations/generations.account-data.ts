import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { AccountDataPart, type Counts, type ExportPart } from '../identity/index.js';
import { harmlessName, UniqueNames } from '../privacy/index.js';
import { RemoteWorkDiscarded } from '../engine-runs/index.js';
import { ObjectStorage } from '../integrations/storage/index.js';
import { Clock, HOUR } from '../platform/clock/index.js';
import { cancelJobs, Outbox } from '../platform/queue/index.js';
import { StylesService, type Style } from '../styles/index.js';
import { Generation } from './generation.entity.js';
import { objectPrefix } from './generation-keys.js';
import { GenerationRequested } from './generations.events.js';
import { PlannedRun } from './planned-run.entity.js';
import { portraitFileName, versionFileName } from './portrait-file-name.js';
import { Portrait } from './portrait.entity.js';
import { isUnderWay, RunReturns } from './run-returns.service.js';
import { ShownRun } from './shown-run.entity.js';
import { fileOf } from './versions/version-file.js';
import { PortraitVersion } from './versions/portrait-version.entity.js';
import { ObjectsDiscarded } from '../stored-objects/index.js';

/** After this, nothing writes any more for a run that has gone. */
const LATE_WRITES_MS = HOUR;
/** So that one job never has more to delete than it can within its lease's patience. */
const PREFIXES_PER_JOB = 200;

/** Runs with their portraits. */
@Injectable()
export class GenerationsAccountData extends AccountDataPart {
  readonly name = 'generations';
  readonly explains = [
    {
      path: 'generationen.json',
      text: 'Ihre Generationen: Profil, Style, Retusche, Zeiten und die Portraits, die daraus entstanden sind; «file» nennt die Datei.',
    },
    {
      path: 'vorgemerkte-styles.json',
      text: 'Styles, die Sie während eines Trainings vorgemerkt haben, und was daraus geworden ist.',
    },
    {
      path: 'vorschauen.json',
      text: 'Seit wann von einer Generation etwas zu sehen war, auch von gelöschten: Danach gibt das Löschen ihre Credits nicht mehr zurück.',
    },
    {
      path: 'portraits/<Style>/*',
      text: 'Ihre Portraits, Byte für Byte wie erstellt, mit der Kennzeichnung ihrer Herkunft, und die Fassungen, die Sie daraus gemacht haben.',
    },
  ];

  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly storage: ObjectStorage,
    private readonly styles: StylesService,
    private readonly returns: RunReturns,
    private readonly outbox: Outbox,
  ) {
    super();
  }

  async *export(userId: string): AsyncIterable<ExportPart> {
    const em = this.em.fork();
    const generations = await em.find(Generation, { userId }, { orderBy: { createdAt: 'asc' } });
    const portraits = await em.find(Portrait, { userId }, { orderBy: [{ createdAt: 'asc' }, { position: 'asc' }] });
    const styles = new Map(
      (await this.styles.byIds([...new Set(generations.map((run) => run.styleId))])).map((style) => [style.id, style]),
    );
    const versions = await em.find(
      PortraitVersion,
      { userId, readyAt: { $ne: null } },
      { orderBy: [{ createdAt: 'asc' }, { number: 'asc' }] },
    );
    const names = new UniqueNames();
    const files = new Map<string, string>();
    for (const run of generations) {
      const folder = `portraits/${harmlessName(styles.get(run.styleId)?.displayName ?? '', 'Portraits')}`;
      for (const portrait of portraits)
        if (portrait.generationId === run.id)
          files.set(portrait.id, names.take(`${folder}/${portraitFileName(portrait)}`));
      for (const version of versions) {
        const portrait = portraits.find(({ id }) => id === version.portraitId);
        if (version.generationId === run.id && portrait)
          files.set(version.id, names.take(`${folder}/${versionFileName(portrait, version)}`));
      }
    }
    yield {
      path: 'generationen.json',
      json: generations.map((run) =>
        viewRun(
          run,
          styles.get(run.styleId),
          portraits.filter((portrait) => portrait.generationId === run.id),
          versions,
          files,
        ),
      ),
    };
    const planned = await em.find(PlannedRun, { userId }, { orderBy: { createdAt: 'asc' } });
    const plannedStyles = await this.styles.byIds(planned.map(({ styleId }) => styleId));
    yield {
      path: 'vorgemerkte-styles.json',
      json: planned.map(({ profileId, styleId, retouch, status, reason, generationId, createdAt }) => ({
        profileId,
        style: plannedStyles.find(({ id }) => id === styleId)?.displayName ?? null,
        retouch,
        status,
        reason: reason ?? null,
        generationId: generationId ?? null,
        createdAt,
      })),
    };
    const shown = await em.find(ShownRun, { userId }, { orderBy: { shownAt: 'asc' } });
    yield { path: 'vorschauen.json', json: shown.map(({ generationId, shownAt }) => ({ generationId, shownAt })) };
    for (const portrait of portraits)
      yield { path: files.get(portrait.id)!, open: () => this.storage.open(portrait.storageKey) };
    for (const version of versions) {
      const portrait = portraits.find(({ id }) => id === version.portraitId);
      const path = files.get(version.id);
      if (portrait && path)
        yield {
          path,
          open: () => this.storage.open(fileOf(version, portrait.position)),
        };
    }
  }

  async count(userId: string): Promise<Counts> {
    const em = this.em.fork();
    return {
      generations: await em.count(Generation, { userId }),
      runsUnderWay: await em.count(Generation, { userId, status: { $in: ['queued', 'processing'] } }),
      portraits: await em.count(Portrait, { userId }),
    };
  }

  async erase(em: EntityManager, userId: string): Promise<Counts> {
    const runs = await this.lock(em, userId);
    const ids = runs.map((run) => run.id);
    await this.discard(em, ids);
    // A worker that is at it may still be writing.
    await this.discard(
      em,
      runs.filter(isUnderWay).map((run) => run.id),
      new Date(this.clock.now().getTime() + LATE_WRITES_MS),
    );
    await this.cancelRemoteRuns(em, runs.filter(isUnderWay));
    await em.nativeDelete(PortraitVersion, { generationId: { $in: ids } });
    const portraits = await em.nativeDelete(Portrait, { generationId: { $in: ids } });
    return { generations: await em.nativeDelete(Generation, { id: { $in: ids } }), portraits };
  }

  /** What has not ended fails, and its credits come back. */
  async block(em: EntityManager, userId: string): Promise<void> {
    const calledOff = (await this.lock(em, userId)).filter(isUnderWay);
    for (const run of calledOff) {
      run.status = 'failed';
      await em.flush();
      await this.returns.book(em, run, 'operator');
    }
    await this.cancelRemoteRuns(em, calledOff);
    const ids = calledOff.map((run) => run.id);
    await this.discard(em, ids);
    await this.discard(em, ids, new Date(this.clock.now().getTime() + LATE_WRITES_MS));
  }

  /** Jobs before rows, as a worker that writes its result. */
  private async lock(em: EntityManager, userId: string): Promise<Generation[]> {
    const underWay = await em.find(
      Generation,
      { userId, status: { $in: ['queued', 'processing'] } },
      { fields: ['id'] },
    );
    await cancelJobs(
      em,
      GenerationRequested,
      'generationId',
      underWay.map((run) => run.id),
      this.clock.now(),
    );
    return em.find(
      Generation,
      { userId },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, orderBy: { id: 'asc' } },
    );
  }

  private async cancelRemoteRuns(em: EntityManager, runs: Generation[]): Promise<void> {
    if (runs.length > 0)
      await this.outbox.add(em, RemoteWorkDiscarded, { tasks: runs.map((run) => run.id), subjectIds: [] });
  }

  private async discard(em: EntityManager, ids: string[], runAfter: Date = this.clock.now()): Promise<void> {
    for (let start = 0; start < ids.length; start += PREFIXES_PER_JOB) {
      await this.outbox.add(
        em,
        ObjectsDiscarded,
        { keys: [], prefixes: ids.slice(start, start + PREFIXES_PER_JOB).map(objectPrefix) },
        { runAfter },
      );
    }
  }
}

function viewRun(
  run: Generation,
  style: Style | undefined,
  portraits: Portrait[],
  versions: PortraitVersion[],
  files: Map<string, string>,
) {
  return {
    id: run.id,
    profileId: run.profileId,
    style: style ? { slug: style.slug, displayName: style.displayName } : null,
    status: run.status,
    photoChoice: run.photoChoice ?? null,
    retouch: run.retouch ?? null,
    repeatOf: run.repeatOf ?? null,
    complaint: run.complaint ?? null,
    createdAt: run.createdAt,
    startedAt: run.startedAt ?? null,
    completedAt: run.completedAt ?? null,
    expiresAt: run.expiresAt ?? null,
    deletedPortraits: run.deletedPortraits,
    portraits: portraits.map((portrait) => ({
      id: portrait.id,
      file: files.get(portrait.id),
      width: portrait.width,
      height: portrait.height,
      bytes: portrait.bytes,
      likeness: portrait.likeness,
      favourite: portrait.isFavourite,
      versions: versions
        .filter(({ portraitId }) => portraitId === portrait.id)
        .map((version) => ({
          number: version.number,
          file: files.get(version.id),
          format: version.format,
          partInPixels: {
            left: version.partLeft,
            top: version.partTop,
            width: version.partWidth,
            height: version.partHeight,
          },
          brightnessPercent: version.brightness,
          warmthPercent: version.warmth,
          madeAgain: version.background
            ? {
                photoId: version.photoId ?? null,
                retouch: version.retouch,
                background: version.background,
                width: version.remadeWidth,
                height: version.remadeHeight,
              }
            : null,
          createdAt: version.createdAt,
        })),
    })),
  };
}
