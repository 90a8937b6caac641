import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import {
  ExamplePictures,
  ExampleRegister,
  type Example,
  type ExamplePicture,
  type ReleaseDetails,
} from '../../examples/index.js';
import { usersById, type User } from '../../identity/index.js';
import { AppError } from '../../platform/errors/index.js';
import type { Upload } from '../../platform/http/index.js';
import { LivePublisher } from '../../platform/live/index.js';
import { StylesService } from '../../styles/index.js';
import { AuditLog } from '../audit/audit-log.service.js';
import type { AdminExample, AdminExampleBody, AdminExampleChange, AdminExampleList } from './admin-examples.schemas.js';

/** The register of examples as admins keep it. Errors as in `AuditLog.run`, and those of `ExampleRegister`. */
@Injectable()
export class AdminExamplesService {
  constructor(
    private readonly em: EntityManager,
    private readonly register: ExampleRegister,
    private readonly pictures: ExamplePictures,
    private readonly styles: StylesService,
    private readonly live: LivePublisher,
    private readonly audit: AuditLog,
  ) {}

  /** The newest first, also what has ended. */
  async list(): Promise<AdminExampleList> {
    const em = this.em.fork();
    const listed = await this.register.list(em);
    const users = await usersById(
      em,
      listed.map(({ example }) => example.userId ?? null),
    );
    return {
      items: listed.map(({ example, pictures }) => viewExample(example, pictures, users)),
      rewardCredits: await this.register.reward(em),
    };
  }

  async create(actorId: string, body: AdminExampleBody): Promise<AdminExample> {
    const details = await this.read(body);
    let id = '';
    await this.audit.run(actorId, async (em) => {
      id = await this.register.create(em, details as ReleaseDetails);
      return {
        action: 'example.create',
        subjectId: id,
        reason: details.releaseReference!,
        detail: { places: body.places },
      };
    });
    return this.get(id);
  }

  async edit(actorId: string, id: string, change: AdminExampleChange): Promise<AdminExample> {
    const details = await this.read(change);
    await this.audit.run(actorId, async (em) => {
      const changes = await this.register.edit(em, id, details);
      if (changes.length === 0) return null;
      return {
        action: 'example.edit',
        subjectId: id,
        reason: changes.map(({ field }) => field).join(', '),
        // The name of a person is not kept in the log.
        detail: Object.fromEntries(
          changes
            .filter(({ field }) => field !== 'alias')
            .map(({ field, before, after }) => [field, { before, after }]),
        ),
      };
    });
    return this.get(id);
  }

  /** @param seen the pictures that the admin has looked at */
  async show(actorId: string, id: string, seen: readonly string[]): Promise<AdminExample> {
    const { account } = await this.get(id);
    let balance: number | null = null;
    await this.audit.run(actorId, async (em) => {
      const shown = await this.register.show(em, id, seen);
      balance = shown.balance;
      return { action: 'example.show', subjectId: id, reason: '–', detail: { credits: shown.credits } };
    });
    if (account && balance !== null) this.live.publish(account.id, 'credits.changed', { balance });
    return this.get(id);
  }

  async end(actorId: string, id: string, reason: string): Promise<AdminExample> {
    await this.audit.run(actorId, async (em) => ({
      action: 'example.end',
      subjectId: id,
      reason,
      detail: { because: await this.register.end(em, id) },
    }));
    return this.get(id);
  }

  async setReward(actorId: string, rewardCredits: number): Promise<void> {
    await this.audit.run(actorId, async (em) =>
      (await this.register.setReward(em, rewardCredits))
        ? { action: 'example.reward', subjectId: actorId, reason: String(rewardCredits), detail: { rewardCredits } }
        : null,
    );
  }

  /** Adds an uploaded picture to an example of the operator's own. */
  async upload(
    upload: Upload,
    { actorId, address, signal }: { actorId: string; address: string; signal: AbortSignal },
    { id, kind }: { id: string; kind: 'before' | 'portrait' },
  ) {
    await this.em.fork().transactional((em) => this.register.lockUnshown(em, id));
    return this.pictures.upload(
      upload,
      { userId: actorId, address, signal },
      {
        kind,
        find: async (em) => {
          const example = await this.register.lockUnshown(em, id);
          await this.audit.add(em, actorId, {
            action: 'example.picture',
            subjectId: id,
            reason: example.releaseReference,
            detail: { added: kind },
          });
          return example;
        },
      },
    );
  }

  async removePicture(actorId: string, id: string, pictureId: string): Promise<void> {
    await this.audit.run(actorId, async (em) => {
      await this.register.removePicture(em, id, pictureId);
      return { action: 'example.picture', subjectId: id, reason: '–', detail: { removed: pictureId } };
    });
  }

  /** A picture as it will be shown, also before it is. @throws AppError `not_found` */
  picture(id: string, pictureId: string) {
    return this.pictures.open(id, pictureId);
  }

  /** @throws AppError `not_found` for a style that is not there */
  private async read(body: AdminExampleChange): Promise<Partial<ReleaseDetails>> {
    const { releasedAt, endsAt, ...rest } = body;
    if (body.styleId && (await this.styles.byIds([body.styleId])).length === 0) throw new AppError('not_found');
    return {
      ...rest,
      ...(releasedAt ? { releasedAt: new Date(releasedAt) } : {}),
      ...(endsAt ? { endsAt: new Date(endsAt) } : {}),
    };
  }

  private async get(id: string): Promise<AdminExample> {
    const em = this.em.fork();
    const { example, pictures } = await this.register.get(em, id);
    return viewExample(example, pictures, await usersById(em, [example.userId ?? null]));
  }
}

function viewExample(
  example: Example,
  pictures: readonly ExamplePicture[],
  users: ReadonlyMap<string, User>,
): AdminExample {
  const user = example.userId ? users.get(example.userId) : undefined;
  return {
    id: example.id,
    status: example.status,
    alias: example.alias,
    styleId: example.styleId,
    places: example.places,
    releaseReference: example.releaseReference,
    releasedAt: example.releasedAt.toISOString(),
    months: example.months ?? null,
    endsAt: example.endsAt.toISOString(),
    createdAt: example.createdAt.toISOString(),
    shownAt: example.shownAt?.toISOString() ?? null,
    endedAt: example.endedAt?.toISOString() ?? null,
    endedBecause: example.endedBecause ?? null,
    account: user ? { id: user.id, email: user.email } : null,
    pictures: pictures.map(({ id, kind, readyAt, width, height }) => ({
      id,
      kind,
      isReady: Boolean(readyAt),
      width,
      height,
    })),
  };
}
