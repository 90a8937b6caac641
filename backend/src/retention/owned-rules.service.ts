import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataExportExpired } from '../privacy/index.js';
import { UsersService } from '../identity/index.js';
import { AiProfilesService } from '../ai-profiles/index.js';
import { facts } from '../facts/index.js';
import { GenerationsService, PortraitsExpiring } from '../generations/index.js';
import { AppLinks, portraitLetters, PostService } from '../notifications/index.js';
import { DomainEvents } from '../platform/domain-events/index.js';
import { DAY } from '../platform/clock/index.js';
import { LivePublisher } from '../platform/live/index.js';
import { Outbox } from '../platform/queue/index.js';
import { AccountRemoval } from './account-removal.service.js';
import { OWNED_TERMS } from './owned-terms.js';
import type { Batch, RetentionRule } from './rule.js';

const { reminderDaysBefore } = facts.portraits;
const listed = (ids: readonly string[]) => ids.map(() => '?').join(', ');

/** Rules about what belongs to somebody and takes files, letters or other rows with it. */
@Injectable()
export class OwnedRules {
  readonly all: readonly RetentionRule[];

  constructor(
    private readonly generations: GenerationsService,
    private readonly profiles: AiProfilesService,
    private readonly users: UsersService,
    private readonly removal: AccountRemoval,
    private readonly post: PostService,
    private readonly links: AppLinks,
    private readonly outbox: Outbox,
    private readonly live: LivePublisher,
    private readonly domainEvents: DomainEvents,
  ) {
    this.all = [
      this.reminders(),
      this.portraits(),
      this.drafts(),
      this.leftPhotos(),
      this.unconfirmed(),
      this.exports(),
      this.removals(),
    ];
  }

  /** One letter for all runs of a customer that are due; it has been sent before anything is noted. */
  private reminders(): RetentionRule {
    return {
      ...OWNED_TERMS.portrait_reminders,
      before: (batch) => this.remind(batch),
      // A late reminder puts the deletion off, for the customer to see: seven days between the two, always.
      effect: async (em, { ids, userId, now }) => {
        await em.execute(
          `insert into portrait_reminder (id, created_at, generation_id, sent_at) select gen_random_uuid(), ?, id, ? from generation where id in (${listed(ids)})`,
          [now, now, ...ids],
        );
        const announced = await em.execute<{ id: string; expires_at: Date | string }[]>(
          `update generation set expires_at = greatest(expires_at, ?::timestamptz + interval 'P${reminderDaysBefore}D') where id in (${listed(ids)}) returning id, expires_at`,
          [now, ...ids],
        );
        for (const { id, expires_at } of announced)
          await this.domainEvents.publish(em, PortraitsExpiring, {
            userId: userId!,
            generationId: id,
            expiresAt: new Date(expires_at),
          });
        return ids.length;
      },
      after: ({ ids, userId }) =>
        ids.forEach((generationId) =>
          this.live.publish(userId!, 'generation.changed', { generationId, status: 'completed' }),
        ),
    };
  }

  private async remind({ ids, userId, now, noted }: Batch): Promise<void> {
    const user = await this.users.addressee(userId!);
    const runs = await this.generations.forReminder(ids);
    if (runs.length === 0) return; // deleted meanwhile
    if (!user) throw new Error('nobody to be reminded: what is not announced stays');
    const latest = now.getTime() + reminderDaysBefore * DAY;
    const told = runs.map((run) => ({ ...run, expiresAt: new Date(Math.max(run.expiresAt.getTime(), latest)) }));
    // The same job, the same letter: an attempt that dies after it was sent sends no second one, also where a run was deleted since.
    const key = `portraits-expire:${createHash('sha256')
      .update([...noted].sort().join())
      .digest('hex')
      .slice(0, 32)}`;
    await this.post.send(
      { key, template: 'portraits_expire', to: user.email, userId },
      portraitLetters.portraitsExpire(user.displayName, told, this.links.to('/app')),
    );
  }

  private portraits(): RetentionRule {
    return {
      ...OWNED_TERMS.portraits,
      effect: (em, { ids }) => this.generations.expire(em, ids),
      after: ({ ids, userId }) =>
        ids.forEach((generationId) =>
          this.live.publish(userId!, 'generation.changed', { generationId, status: 'deleted' }),
        ),
    };
  }

  private drafts(): RetentionRule {
    return {
      ...OWNED_TERMS.drafts,
      effect: async (em, { ids, userId }) => {
        await this.profiles.discardDrafts(em, userId!, ids);
        return ids.length;
      },
      after: ({ ids, userId }) =>
        ids.forEach((profileId) => this.live.publish(userId!, 'profile.changed', { profileId, status: 'deleted' })),
    };
  }

  /** A net below what the training itself does: photos of a profile that is ready, or whose retry window has long closed. */
  private leftPhotos(): RetentionRule {
    return {
      ...OWNED_TERMS.left_photos,
      effect: (em, { ids }) => this.profiles.discardPhotos(em, ids),
    };
  }

  /** Somebody typed an address that nobody has confirmed since; nothing was bought or made with it. */
  private unconfirmed(): RetentionRule {
    return {
      ...OWNED_TERMS.unconfirmed_accounts,
      effect: async (em, { ids }) => {
        for (const id of ids) await this.removal.remove(em, id);
        return ids.length;
      },
    };
  }

  /** A job made with the export removes it; this notes another where that one was lost, as by a restore. */
  private exports(): RetentionRule {
    return {
      ...OWNED_TERMS.data_exports,
      effect: async (em, { ids, now }) => {
        for (const exportId of ids)
          await this.outbox.add(
            em,
            DataExportExpired,
            { exportId },
            { dedupeKey: `export-expired:${exportId}:${now.toISOString().slice(0, 10)}` },
          );
        return ids.length;
      },
    };
  }

  /** Removing files that are deleted is never given up: what failed to the end begins again. */
  private removals(): RetentionRule {
    return {
      ...OWNED_TERMS.file_removals,
      effect: async (em, { ids, now }) => {
        await em.execute(
          `update job set finished_at = null, outcome = null, attempt = 0, leased_until = null, dispatched_at = null, run_after = ? where id in (${listed(ids)})`,
          [now, ...ids],
        );
        return ids.length;
      },
    };
  }
}
