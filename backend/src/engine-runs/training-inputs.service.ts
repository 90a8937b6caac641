import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config/index.js';
import { TrainingInputs } from '../integrations/portrait-engine/index.js';
import { ObjectStorage, type StoredObject } from '../integrations/storage/index.js';
import { AppError } from '../platform/errors/index.js';
import { SignedLinks } from '../platform/http/index.js';

/** In whose name links to inputs are signed: no user has it, so no link of a user opens them. */
const PROVIDER = 'engine-provider';

const nameOf = (task: string): string => createHash('sha256').update(task).digest('hex').slice(0, 40);
const keyOf = (name: string): string => `engine-inputs/${name}.zip`;
const pathOf = (name: string): string => `/api/v1/engine-inputs/${name}`;

/** Photos of a training, lent to the provider: one object, one signed link, gone with the training. */
@Injectable()
export class TrainingInputsService extends TrainingInputs {
  constructor(
    private readonly storage: ObjectStorage,
    private readonly links: SignedLinks,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  async offer(task: string, zip: Buffer): Promise<string> {
    const name = nameOf(task);
    await this.storage.put(keyOf(name), zip, 'application/zip');
    return this.config.publicOrigin + this.links.sign(pathOf(name), PROVIDER);
  }

  async withdraw(task: string): Promise<void> {
    await this.storage.delete([keyOf(nameOf(task))]);
  }

  /** @throws AppError `not_found`, `link_expired`. */
  async open(name: string, query: { expires: number; signature: string }): Promise<StoredObject> {
    this.links.verify(pathOf(name), PROVIDER, query);
    const object = await this.storage.open(keyOf(name));
    if (!object) throw new AppError('not_found');
    return object;
  }
}
