import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import { describeDevice, SessionsService } from '../../identity/index.js';
import { countPhotos, pageOfProfiles } from '../../ai-profiles/index.js';
import { pageOfOrders } from '../../payments/index.js';
import { CreditsService, viewCreditEntry, type CreditEntryPage } from '../../credits/index.js';
import { countPortraits, pageOfRuns } from '../../generations/index.js';
import { pageOfEmails } from '../../notifications/index.js';
import type { PageQuery } from '../../platform/http/index.js';
import { StylesService } from '../../styles/index.js';
import { AdminUsersService } from './admin-users.service.js';
import type {
  AdminGenerationPage,
  AdminMailPage,
  AdminOrderPage,
  AdminProfilePage,
  AdminSessionPage,
} from './user-records.schemas.js';

const time = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;

/** What one customer has, list by list, newest first. Each is `not_found` for an unknown or deleted account. */
@Injectable()
export class UserRecordsService {
  constructor(
    private readonly em: EntityManager,
    private readonly users: AdminUsersService,
    private readonly credits: CreditsService,
    private readonly styles: StylesService,
    private readonly signedIn: SessionsService,
  ) {}

  async profiles(userId: string, page: PageQuery): Promise<z.infer<typeof AdminProfilePage>> {
    await this.users.find(userId);
    const { items, nextCursor } = await pageOfProfiles(this.em, userId, page);
    const photos = await countPhotos(
      this.em,
      items.map(({ id }) => id),
    );
    return {
      items: items.map(({ id, name, status, failure, createdAt, readyAt }) => ({
        id,
        name: name ?? null,
        status,
        failure: failure ?? null,
        photos: photos.get(id) ?? 0,
        createdAt: createdAt.toISOString(),
        readyAt: time(readyAt),
      })),
      nextCursor,
    };
  }

  async generations(userId: string, page: PageQuery): Promise<z.infer<typeof AdminGenerationPage>> {
    await this.users.find(userId);
    const { items, nextCursor } = await pageOfRuns(this.em, userId, page);
    const [portraits, styles] = [
      await countPortraits(
        this.em,
        items.map(({ id }) => id),
      ),
      await this.styles.byIds([...new Set(items.map(({ styleId }) => styleId))]),
    ];
    const names = new Map(styles.map((style) => [style.id, style.displayName]));
    return {
      items: items.map(({ id, styleId, status, engine, createdAt, completedAt, expiresAt }) => ({
        id,
        styleName: names.get(styleId) ?? null,
        status,
        engine: engine ?? null,
        portraits: portraits.get(id) ?? 0,
        createdAt: createdAt.toISOString(),
        completedAt: time(completedAt),
        expiresAt: time(expiresAt),
      })),
      nextCursor,
    };
  }

  async creditEntries(userId: string, page: PageQuery): Promise<z.infer<typeof CreditEntryPage>> {
    await this.users.find(userId);
    const { items, nextCursor } = await this.credits.history(userId, page);
    return { items: items.map(viewCreditEntry), nextCursor };
  }

  async orders(userId: string, page: PageQuery): Promise<z.infer<typeof AdminOrderPage>> {
    await this.users.find(userId);
    const { items, nextCursor } = await pageOfOrders(this.em, userId, page);
    return {
      items: items.map(({ id, number, kind, itemName, status, amountRappen, createdAt, paidAt }) => ({
        id,
        number,
        kind,
        itemName,
        status,
        amountRappen,
        createdAt: createdAt.toISOString(),
        paidAt: time(paidAt),
      })),
      nextCursor,
    };
  }

  async mails(userId: string, page: PageQuery): Promise<z.infer<typeof AdminMailPage>> {
    await this.users.find(userId);
    const { items, nextCursor } = await pageOfEmails(this.em, userId, page);
    return {
      items: items.map(({ id, template, createdAt, sentAt }) => ({
        id,
        template,
        createdAt: createdAt.toISOString(),
        sentAt: time(sentAt),
      })),
      nextCursor,
    };
  }

  async sessions(userId: string, page: PageQuery): Promise<z.infer<typeof AdminSessionPage>> {
    await this.users.find(userId);
    const { items, nextCursor } = await this.signedIn.page(userId, page);
    return {
      items: items.map((session) => {
        const { browser, system } = describeDevice(session.userAgent);
        return {
          id: session.id,
          browser,
          system,
          secondFactor: session.secondFactor,
          createdAt: session.createdAt.toISOString(),
          lastSeenAt: session.lastSeenAt.toISOString(),
        };
      }),
      nextCursor,
    };
  }
}
