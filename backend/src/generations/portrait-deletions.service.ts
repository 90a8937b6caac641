import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { DomainEvents } from '../platform/domain-events/index.js';
import { AppError } from '../platform/errors/index.js';
import { LivePublisher } from '../platform/live/index.js';
import { Outbox } from '../platform/queue/index.js';
import { DeletionReceipts } from '../privacy/index.js';
import { keysOfPortrait, LAYER_PARTS, layerKey } from './generation-keys.js';
import { PortraitDeleted } from './generations.domain-events.js';
import { GenerationsService } from './generations.service.js';
import { lockPortrait } from './lock-portrait.js';
import { Portrait } from './portrait.entity.js';
import { PortraitLayers } from './versions/portrait-layers.entity.js';
import { PortraitVersion } from './versions/portrait-version.entity.js';
import { fileOf } from './versions/version-file.js';
import { ObjectsDiscarded } from '../stored-objects/index.js';

/** Deletes portraits one by one; the last one of a run takes the run along. No credits come back: they were shown. */
@Injectable()
export class PortraitDeletions {
  constructor(
    private readonly em: EntityManager,
    private readonly generations: GenerationsService,
    private readonly outbox: Outbox,
    private readonly receipts: DeletionReceipts,
    private readonly domainEvents: DomainEvents,
    private readonly live: LivePublisher,
  ) {}

  /** @throws AppError `not_found`, also for a stranger's portrait */
  async delete(userId: string, id: string): Promise<void> {
    const { generationId, isLast } = await this.em.fork().transactional(async (em) => {
      const gone = await this.deleteIn(em, { id, userId });
      if (!gone) throw new AppError('not_found');
      const ids = [gone.isLast ? gone.generationId : id];
      await this.receipts.write(em, { userId, kind: 'portraits', rule: 'asked', count: 1, ids });
      return gone;
    });
    if (isLast) this.live.publish(userId, 'generation.changed', { generationId, status: 'deleted' });
    else this.live.publish(userId, 'portrait.changed', { generationId, portraitId: id });
  }

  /** After a restore: what is there again of these goes again; their owners have had the receipt. @returns how many */
  async deleteAgain(em: EntityManager, ids: readonly string[]): Promise<number> {
    let again = 0;
    for (const id of ids) if (await this.deleteIn(em, { id })) again += 1;
    return again;
  }

  /** @returns null where there is none */
  private async deleteIn(
    em: EntityManager,
    which: { id: string; userId?: string },
  ): Promise<{ generationId: string; isLast: boolean } | null> {
    const locked = await lockPortrait(em, which);
    if (!locked) return null;
    const { run, portrait } = locked;
    const { id, generationId, position, storageKey, previewKey } = portrait;
    // Counted under the lock: of two deletions at once the second finds what the first has left.
    if ((await em.count(Portrait, { generationId, id: { $ne: id } })) === 0) {
      await this.generations.deleteIn(em, run);
      return { generationId, isLast: true };
    }
    const versions = await em.find(PortraitVersion, { portraitId: id });
    const layers = await em.find(PortraitLayers, { portraitId: id }, { fields: ['id'] });
    await em.nativeDelete(PortraitVersion, { portraitId: id });
    await em.nativeDelete(Portrait, { id });
    run.deletedPortraits += 1;
    await em.flush();
    const files = [...keysOfPortrait(generationId, position), storageKey, previewKey];
    const cuts = versions.map((version) => fileOf(version, position));
    const parts = layers.flatMap((each) => LAYER_PARTS.map((part) => layerKey(generationId, position, each.id, part)));
    await this.outbox.add(em, ObjectsDiscarded, { keys: [...new Set([...files, ...cuts, ...parts])], prefixes: [] });
    await this.domainEvents.publish(em, PortraitDeleted, { portraitId: id, storageKey });
    return { generationId, isLast: false };
  }
}
