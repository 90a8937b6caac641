import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import sharp from 'sharp';
import { facts } from '../../facts/index.js';
import { ContentCredentials } from '../../integrations/content-credentials/index.js';
import { fingerprintOf } from '../../integrations/portrait-engine/index.js';
import { ObjectStorage } from '../../integrations/storage/index.js';
import { Clock } from '../../platform/clock/index.js';
import { LivePublisher } from '../../platform/live/index.js';
import type { Lease } from '../../platform/queue/index.js';
import { keepFingerprints } from '../fingerprints.js';
import { Generation } from '../generation.entity.js';
import { versionKey } from '../generation-keys.js';
import { Portrait } from '../portrait.entity.js';
import { sourceTypeOf } from '../source-type.js';
import { PortraitVersion } from './portrait-version.entity.js';
import { gainsOf } from './version-formats.js';

const QUALITY = 95;
const PRINT_QUALITY = 100;

/** The worker's part of a version. */
@Injectable()
export class VersionRunService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly storage: ObjectStorage,
    private readonly credentials: ContentCredentials,
    private readonly live: LivePublisher,
  ) {}

  async run(versionId: string, lease: Lease): Promise<void> {
    const em = this.em.fork();
    const version = await em.findOne(PortraitVersion, { id: versionId, readyAt: null });
    const portrait = version ? await em.findOne(Portrait, { id: version.portraitId }) : null;
    const run = portrait ? await em.findOne(Generation, { id: portrait.generationId }) : null;
    if (!version || !portrait || !run) return; // deleted meanwhile
    const jpeg = await this.cut(version, portrait);
    lease.signal.throwIfAborted();
    const key = versionKey(run.id, portrait.position, version.number);
    await this.storage.put(
      key,
      await this.credentials.sign(jpeg, sourceTypeOf(run.engine, run.isSample)),
      'image/jpeg',
    );
    const fingerprint = await fingerprintOf(sharp(jpeg));
    const isKept = await this.em.fork().transactional(async (inner) => {
      const current = await inner.findOne(
        PortraitVersion,
        { id: versionId, readyAt: null },
        { lockMode: LockMode.PESSIMISTIC_WRITE },
      );
      if (!current) return false;
      current.readyAt = this.clock.now();
      await inner.flush();
      await keepFingerprints(inner, [{ portraitId: portrait.id, fingerprint }], this.clock.now());
      return true;
    });
    if (!isKept) return this.storage.delete([key]);
    this.live.publish(version.userId, 'portrait.changed', { generationId: run.id, portraitId: portrait.id });
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

  /** In the transaction that gives the job up: it does not count. */
  async onFailed(versionId: string, em: EntityManager): Promise<void> {
    await em.nativeDelete(PortraitVersion, { id: versionId, readyAt: null });
  }
}
