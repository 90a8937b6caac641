import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { facts } from '../../facts/index.js';
import { EngineExhausted, PortraitEngines } from '../../integrations/portrait-engine/index.js';
import { ObjectStorage } from '../../integrations/storage/index.js';
import { Clock, MINUTE } from '../../platform/clock/index.js';
import { LivePublisher } from '../../platform/live/index.js';
import { Outbox, PermanentFailure, type AfterCommit, type Lease } from '../../platform/queue/index.js';
import { layerKey } from '../generation-keys.js';
import { Generation } from '../generation.entity.js';
import { Portrait } from '../portrait.entity.js';
import { PortraitLayers } from './portrait-layers.entity.js';
import { RemadePortraits } from './remade-portraits.service.js';
import { ObjectsDiscarded } from '../../stored-objects/index.js';

/** What a job is noted with. */
type Requested = { layersId: string; generationId: string; position: number };

const keysOf = ({ layersId, generationId, position }: Requested) => ({
  person: layerKey(generationId, position, layersId, 'person'),
  background: layerKey(generationId, position, layersId, 'background'),
});

/** Nothing is stored in the last minutes before its files are removed. */
const LAST_MS = 5 * MINUTE;

/** The worker's part of layers. */
@Injectable()
export class LayersRunService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly storage: ObjectStorage,
    private readonly engines: PortraitEngines,
    private readonly remade: RemadePortraits,
    private readonly live: LivePublisher,
    private readonly outbox: Outbox,
  ) {}

  async run(requested: Requested, lease: Lease): Promise<void> {
    const em = this.em.fork();
    const keys = keysOf(requested);
    const layers = await em.findOne(PortraitLayers, { id: requested.layersId });
    const portrait = layers ? await em.findOne(Portrait, { id: layers.portraitId }) : null;
    const run = portrait ? await em.findOne(Generation, { id: portrait.generationId }) : null;
    // Deleted meanwhile, perhaps after an attempt had stored its files.
    if (!layers || !portrait || !run) return this.storage.delete(Object.values(keys));
    if (layers.readyAt) return;
    const endsAt = layers.createdAt.getTime() + facts.refinement.layerMinutes * MINUTE;
    // Files that come so late would miss the job that removes them.
    const isLate = () => this.clock.now().getTime() > endsAt - LAST_MS;
    if (isLate()) return this.discard(em, layers, keys);
    const made = await this.make(layers, portrait, run, lease);
    lease.signal.throwIfAborted();
    await this.storage.put(keys.person, Buffer.from(made.person), 'image/webp');
    await this.storage.put(keys.background, Buffer.from(made.background), 'image/jpeg');
    if (isLate()) return this.discard(this.em.fork(), layers, keys);
    const { width: pixelWidth, height: pixelHeight, face } = made;
    const kept = await this.em
      .fork()
      .nativeUpdate(PortraitLayers, { id: layers.id }, { pixelWidth, pixelHeight, face, readyAt: this.clock.now() });
    if (kept === 0) return this.storage.delete(Object.values(keys));
    const { userId, generationId, portraitId } = layers;
    this.live.publish(userId, 'portrait.changed', { generationId, portraitId });
  }

  private async discard(em: EntityManager, { id }: PortraitLayers, keys: ReturnType<typeof keysOf>): Promise<void> {
    await em.nativeDelete(PortraitLayers, { id });
    await this.storage.delete(Object.values(keys));
  }

  private async make({ photoId, retouch }: PortraitLayers, portrait: Portrait, run: Generation, lease: Lease) {
    try {
      const request = await this.remade.requestFor(this.em.fork(), run, portrait, {
        photoId,
        retouch,
        signal: lease.signal,
      });
      return await this.engines.refining.layers({ ...request, layerHeight: facts.refinement.layerPixels });
    } catch (error) {
      if (error instanceof EngineExhausted) throw new PermanentFailure(error.message, { cause: error });
      throw error;
    }
  }

  /** In the transaction that gives the job up: who waits for them finds them gone. */
  async onFailed(requested: Requested, em: EntityManager): Promise<AfterCommit | void> {
    const layers = await em.findOne(PortraitLayers, { id: requested.layersId, readyAt: null });
    await em.nativeDelete(PortraitLayers, { id: requested.layersId, readyAt: null });
    if (!layers) return;
    await this.outbox.add(em, ObjectsDiscarded, { keys: Object.values(keysOf(requested)), prefixes: [] });
    const { userId, generationId, portraitId } = layers;
    return () => this.live.publish(userId, 'portrait.changed', { generationId, portraitId });
  }
}
