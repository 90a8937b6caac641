import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import sharp from 'sharp';
import { ObjectsDiscarded } from '../../ai-profiles/index.js';
import { facts } from '../../facts/index.js';
import { ContentCredentials } from '../../integrations/content-credentials/index.js';
import { fingerprintOf } from '../../integrations/portrait-engine/index.js';
import { ObjectStorage } from '../../integrations/storage/index.js';
import { Clock } from '../../platform/clock/index.js';
import { LivePublisher } from '../../platform/live/index.js';
import { Outbox, type AfterCommit, type Lease } from '../../platform/queue/index.js';
import { keepFingerprints } from '../fingerprints.js';
import { Generation } from '../generation.entity.js';
import { versionKey } from '../generation-keys.js';
import { PRINT_QUALITY } from '../portrait-formats.js';
import { Portrait } from '../portrait.entity.js';
import { sourceTypeOf } from '../source-type.js';
import { PortraitVersion } from './portrait-version.entity.js';
import { gainsOf } from './version-formats.js';

/** What a job is noted with. */
type Requested = { versionId: string; generationId: string; position: number };

const QUALITY = 95;

/** The worker's part of a version. */
@Injectable()
export class VersionRunService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly storage: ObjectStorage,
    private readonly credentials: ContentCredentials,
    private readonly live: LivePublisher,
    private readonly outbox: Outbox,
  ) {}

  async run({ versionId, generationId, position }: Requested, lease: Lease): Promise<void> {
    const em = this.em.fork();
    const key = versionKey(generationId, position, versionId);
    const version = await em.findOne(PortraitVersion, { id: versionId });
    const portrait = version ? await em.findOne(Portrait, { id: version.portraitId }) : null;
    const run = portrait ? await em.findOne(Generation, { id: generationId }) : null;
    // Deleted meanwhile, perhaps after an attempt had stored its file.
    if (!version || !portrait || !run) return this.storage.delete([key]);
    if (version.readyAt) return;
    const jpeg = await this.cut(version, portrait);
    const signed = await this.credentials.sign(jpeg, sourceTypeOf(run.engine, run.isSample));
    lease.signal.throwIfAborted();
    await this.storage.put(key, signed, 'image/jpeg');
    const fingerprint = await fingerprintOf(sharp(jpeg));
    const isThere = await this.em.fork().transactional(async (inner) => {
      const current = await inner.findOne(PortraitVersion, { id: versionId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!current || current.readyAt) return current !== null;
      current.readyAt = this.clock.now();
      await inner.flush();
      await keepFingerprints(inner, [{ portraitId: portrait.id, fingerprint }], this.clock.now());
      return true;
    });
    if (!isThere) return this.storage.delete([key]);
    this.live.publish(version.userId, 'portrait.changed', { generationId, portraitId: portrait.id });
  }

  private async cut(version: PortraitVersion, portrait: Portrait): Promise<Buffer> {
    const print = facts.portraitFormats.find(({ key }) => key === version.format)?.print;
    const picture = sharp(await this.storage.read(portrait.storageKey))
      .extract({ left: version.partLeft, top: version.partTop, width: version.partWidth, height: version.partHeight })
      .resize(version.pixelWidth, version.pixelHeight, { kernel: 'lanczos3' })
      .linear(gainsOf({ brightness: version.brightness / 100, warmth: version.warmth / 100 }), [0, 0, 0])
      .keepXmp();
    if (print) picture.withDensity(print.dpi);
    return picture.jpeg({ quality: print ? PRINT_QUALITY : QUALITY, chromaSubsampling: '4:4:4' }).toBuffer();
  }

  /** In the transaction that gives the job up: it does not count, and leaves no file. */
  async onFailed({ versionId, generationId, position }: Requested, em: EntityManager): Promise<AfterCommit | void> {
    const version = await em.findOne(PortraitVersion, { id: versionId, readyAt: null });
    await em.nativeDelete(PortraitVersion, { id: versionId, readyAt: null });
    if (!version) return;
    const keys = [versionKey(generationId, position, versionId)];
    await this.outbox.add(em, ObjectsDiscarded, { keys, prefixes: [] });
    const { userId, portraitId } = version;
    return () => this.live.publish(userId, 'portrait.changed', { generationId, portraitId });
  }
}
