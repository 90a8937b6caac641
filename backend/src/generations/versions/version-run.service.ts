import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import sharp from 'sharp';
import { facts } from '../../facts/index.js';
import { ContentCredentials } from '../../integrations/content-credentials/index.js';
import { EngineExhausted, fingerprintOf, PortraitEngines } from '../../integrations/portrait-engine/index.js';
import { ObjectStorage } from '../../integrations/storage/index.js';
import { Clock } from '../../platform/clock/index.js';
import { LivePublisher } from '../../platform/live/index.js';
import { Outbox, PermanentFailure, type AfterCommit, type Lease } from '../../platform/queue/index.js';
import { keepFingerprints } from '../fingerprints.js';
import { Generation } from '../generation.entity.js';
import { versionKey } from '../generation-keys.js';
import { PRINT_QUALITY } from '../portrait-formats.js';
import { Portrait } from '../portrait.entity.js';
import { sourceTypeOf } from '../source-type.js';
import { engineBackground, isClear } from './portrait-background.js';
import { PortraitVersion } from './portrait-version.entity.js';
import { RemadePortraits } from './remade-portraits.service.js';
import { gainsOf } from './version-formats.js';
import { fileOf } from './version-file.js';
import { ObjectsDiscarded } from '../../stored-objects/index.js';

/** What a job is noted with. */
type Requested = { versionId: string; generationId: string; position: number };

const QUALITY = 95;

/** Where the file of a version may lie, whatever its kind. */
const keysOf = ({ versionId, generationId, position }: Requested): string[] =>
  (['jpg', 'png'] as const).map((extension) => versionKey(generationId, position, versionId, extension));

const lightOf = ({ brightness, warmth }: PortraitVersion) => ({ brightness: brightness / 100, warmth: warmth / 100 });

/** The worker's part of a version. */
@Injectable()
export class VersionRunService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly storage: ObjectStorage,
    private readonly credentials: ContentCredentials,
    private readonly engines: PortraitEngines,
    private readonly remade: RemadePortraits,
    private readonly live: LivePublisher,
    private readonly outbox: Outbox,
  ) {}

  async run({ versionId, generationId, position }: Requested, lease: Lease): Promise<void> {
    const em = this.em.fork();
    const version = await em.findOne(PortraitVersion, { id: versionId });
    const portrait = version ? await em.findOne(Portrait, { id: version.portraitId }) : null;
    const run = portrait ? await em.findOne(Generation, { id: generationId }) : null;
    // Deleted meanwhile, perhaps after an attempt had stored its file.
    if (!version || !portrait || !run) return this.storage.delete(keysOf({ versionId, generationId, position }));
    if (version.readyAt) return;
    const type = isClear(version.background) ? 'image/png' : 'image/jpeg';
    const picture = await this.cut(version, await this.original(version, portrait, run, lease));
    const signed = await this.credentials.sign(picture, sourceTypeOf(run.engine, run.isSample), type);
    lease.signal.throwIfAborted();
    const key = fileOf(version, position);
    await this.storage.put(key, signed, type);
    const fingerprint = await fingerprintOf(sharp(picture).flatten({ background: '#ffffff' }));
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

  /** The picture that the version is cut out of. */
  private async original(
    version: PortraitVersion,
    portrait: Portrait,
    run: Generation,
    { signal }: Lease,
  ): Promise<Uint8Array> {
    const { background, retouch, photoId } = version;
    if (!background || !retouch) return this.storage.read(portrait.storageKey);
    try {
      const request = await this.remade.requestFor(this.em.fork(), run, portrait, { photoId, retouch, signal });
      const { picture } = await this.engines.refining.refine({
        ...request,
        background: engineBackground(background, lightOf(version)),
      });
      return picture;
    } catch (error) {
      if (error instanceof EngineExhausted) throw new PermanentFailure(error.message, { cause: error });
      throw error;
    }
  }

  private async cut(version: PortraitVersion, original: Uint8Array): Promise<Buffer> {
    const print = facts.portraitFormats.find(({ key }) => key === version.format)?.print;
    const gains = gainsOf(lightOf(version));
    const picture = sharp(original)
      .extract({ left: version.partLeft, top: version.partTop, width: version.partWidth, height: version.partHeight })
      .resize(version.pixelWidth, version.pixelHeight, { kernel: 'lanczos3' })
      .keepXmp();
    if (isClear(version.background)) picture.linear([...gains, 1], [0, 0, 0, 0]);
    // Before a colour the engine has lit the person alone.
    else if (version.background?.kind !== 'colour') picture.linear(gains, [0, 0, 0]);
    if (print) picture.withDensity(print.dpi);
    if (isClear(version.background)) return picture.png().toBuffer();
    return picture.jpeg({ quality: print ? PRINT_QUALITY : QUALITY, chromaSubsampling: '4:4:4' }).toBuffer();
  }

  /** In the transaction that gives the job up: it does not count, and leaves no file. */
  async onFailed({ versionId, generationId, position }: Requested, em: EntityManager): Promise<AfterCommit | void> {
    const version = await em.findOne(PortraitVersion, { id: versionId, readyAt: null });
    await em.nativeDelete(PortraitVersion, { id: versionId, readyAt: null });
    if (!version) return;
    const keys = keysOf({ versionId, generationId, position });
    await this.outbox.add(em, ObjectsDiscarded, { keys, prefixes: [] });
    const { userId, portraitId } = version;
    return () => this.live.publish(userId, 'portrait.changed', { generationId, portraitId });
  }
}
