import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataExportExpired } from '../privacy/index.js';
import { UsersService } from '../identity/index.js';
import { AiProfilesService } from '../ai-profiles/index.js';
import { ExampleEndings } from '../examples/index.js';
import { facts } from '../facts/index.js';
import { GenerationsService, PortraitReminders } from '../generations/index.js';
import { AppLinks, portraitEmails, EmailService } from '../notifications/index.js';
import { DAY } from '../platform/clock/index.js';
import { LivePublisher } from '../platform/live/index.js';
import { beginAgain, Outbox } from '../platform/queue/index.js';
import type { Batch } from '../platform/retention/index.js';
import { AccountRemoval } from './account-removal.service.js';
import { OWNED_TERMS } from './owned-terms.js';
import type { Rule } from './rule.js';

const { reminderDaysBefore } = facts.portraits;

/** Rules about what belongs to somebody and takes files, emails or other rows with it. */
@Injectable()
export class OwnedRules {
  readonly all: readonly Rule[];

  constructor(
    private readonly generations: GenerationsService,
    private readonly exampleEndings: ExampleEndings,
    private readonly profiles: AiProfilesService,
    private readonly users: UsersService,
    private readonly removal: AccountRemoval,
    private readonly emails: EmailService,
    private readonly links: AppLinks,
    private readonly outbox: Outbox,
    private readonly live: LivePublisher,
    private readonly reminded: PortraitReminders,
  ) {
    this.all = [
      this.reminders(),
      this.portraits(),
      this.drafts(),
      this.leftPhotos(),
      this.unconfirmed(),
      this.examples(),
      this.exports(),
      this.removals(),
    ];
  }

  /** One email for all runs of a customer that are due; it has been sent before anything is noted. */
  private reminders(): Rule {
    return {
      ...OWNED_TERMS.portrait_reminders,
      before: (batch) => this.remind(batch),
      effect: async (em, { ids, userId, now }) => {
        await this.reminded.note(em, { ids, userId: userId!, now });
        return ids.length;
      },
      after: ({ ids, userId }) =>
        ids.forEach((generationId) =>
          this.live.publish(userId!, 'generation.changed', { generationId, status: 'completed' }),
        ),
    };
  }

  private async remind({ ids, userId, now, noted }: Batch): Promise<void> {
    const user = await this.users.recipient(userId!);
    const runs = await this.generations.forReminder(ids);
    if (runs.length === 0) return; // deleted meanwhile
    if (!user) throw new Error('nobody to be reminded: what is not announced stays');
    const latest = now.getTime() + reminderDaysBefore * DAY;
    const told = runs.map((run) => ({ ...run, expiresAt: new Date(Math.max(run.expiresAt.getTime(), latest)) }));
    // The same job, the same email: an attempt that dies after it was sent sends no second one, also where a run was deleted since.
    const key = `portraits-expire:${createHash('sha256')
      .update([...noted].sort().join())
      .digest('hex')
      .slice(0, 32)}`;
    await this.emails.send(
      { key, template: 'portraits_expire', to: user.email, userId },
      portraitEmails.portraitsExpire(user.displayName, told, this.links.to('/app')),
    );
  }

  private portraits(): Rule {
    return {
      ...OWNED_TERMS.portraits,
      effect: (em, { ids }) => this.generations.expire(em, ids),
      after: ({ ids, userId }) =>
        ids.forEach((generationId) =>
          this.live.publish(userId!, 'generation.changed', { generationId, status: 'deleted' }),
        ),
    };
  }

  private drafts(): Rule {
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
  private leftPhotos(): Rule {
    return {
      ...OWNED_TERMS.left_photos,
      effect: (em, { ids }) => this.profiles.discardPhotos(em, ids),
    };
  }

  /** Somebody typed an address that nobody has confirmed since; nothing was bought or made with it. */
  private unconfirmed(): Rule {
    return {
      ...OWNED_TERMS.unconfirmed_accounts,
      effect: async (em, { ids }) => {
        for (const id of ids) await this.removal.remove(em, id);
        return ids.length;
      },
    };
  }

  /** They write their own receipts: some have no owner. */
  private examples(): Rule {
    return {
      ...OWNED_TERMS.examples,
      effect: (em, { ids }) => this.exampleEndings.endAll(em, { id: { $in: [...ids] } }, 'expired'),
    };
  }

  /** A job made with the export removes it; this notes another where that one was lost, as by a restore. */
  private exports(): Rule {
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
  private removals(): Rule {
    return {
      ...OWNED_TERMS.file_removals,
      effect: beginAgain,
    };
  }
}
