import { Inject, Injectable } from '@nestjs/common';
import {
  AnnouncementsService,
  beginOfDay,
  dayOf,
  isPublished,
  type AnnouncedChange,
} from '../../announcements/index.js';
import { PlansService } from '../../catalogue/index.js';
import { CONFIG, type Config } from '../../config/index.js';
import type { PlanId } from '../../facts/index.js';
import { announcementEmail, renderEmail } from '../../notifications/index.js';
import { AppError } from '../../platform/errors/index.js';
import { AuditLog } from '../audit/audit-log.service.js';
import type {
  AdminAnnouncement,
  AdminAnnouncementBody,
  AdminAnnouncementList,
  AdminAnnouncementPreview,
} from './admin-announcements.schemas.js';

/** Changes as admins announce them. Errors as in `AuditLog.run`. */
@Injectable()
export class AdminAnnouncementsService {
  constructor(
    private readonly announcements: AnnouncementsService,
    private readonly plans: PlansService,
    private readonly audit: AuditLog,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async list(): Promise<AdminAnnouncementList> {
    return { items: (await this.announcements.list()).map(view), earliestOn: this.announcements.earliest() };
  }

  /** The email as it would go out, and to how many. Nothing is announced. */
  async preview(body: AdminAnnouncementBody): Promise<AdminAnnouncementPreview> {
    const plan = body.kind === 'price' ? await this.plans.get(body.planId) : null;
    const byPrice = await this.announcements.byPrice(body.kind === 'price' ? body : {});
    const email = announcementEmail(
      null,
      {
        ...body,
        effectiveFrom: beginOfDay(body.effectiveOn),
        plan: plan && { name: plan.name, paidRappen: byPrice[0]?.priceRappen ?? plan.priceRappen, announced: [] },
      },
      (page) => `${this.config.publicOrigin}${page}`,
    );
    const { subject, text } = renderEmail(email, this.config.operator);
    return { concerned: await this.announcements.concerned(body), byPrice, subject, text };
  }

  async announce(actorId: string, body: AdminAnnouncementBody): Promise<AdminAnnouncement> {
    let id = '';
    await this.audit.run(actorId, async (em) => {
      ({ id } = await this.announcements.announce(em, body));
      return { action: 'announcement.create', subjectId: id, reason: 'Angekündigt', detail: detailOf(body) };
    });
    const found = (await this.announcements.list()).find(({ announcement }) => announcement.id === id);
    if (!found) throw new AppError('not_found');
    return view(found);
  }

  async takeBack(actorId: string, id: string): Promise<void> {
    await this.audit.run(actorId, async (em) => {
      const { kind, effectiveFrom, ...rest } = await this.announcements.takeBack(em, id);
      return {
        action: 'announcement.take_back',
        subjectId: id,
        reason: 'Zurückgenommen, bevor eine E-Mail ging',
        detail: detailOf({ kind, effectiveOn: dayOf(effectiveFrom), ...rest }),
      };
    });
  }
}

/** What changes, without the words of it. */
function detailOf(change: {
  kind: string;
  effectiveOn: string;
  version?: string | null;
  planId?: string | null;
  priceRappen?: number | null;
}): Record<string, unknown> {
  const { kind, effectiveOn, version, planId, priceRappen } = change;
  return {
    kind,
    effectiveOn,
    ...(version ? { version } : {}),
    ...(planId ? { planId, priceRappen } : {}),
  };
}

function view({ announcement, ...progress }: AnnouncedChange): AdminAnnouncement {
  return {
    id: announcement.id,
    kind: announcement.kind,
    text: announcement.text,
    effectiveOn: dayOf(announcement.effectiveFrom),
    version: announcement.version ?? null,
    planId: (announcement.planId as PlanId | null | undefined) ?? null,
    priceRappen: announcement.priceRappen ?? null,
    publishedAt: announcement.publishedAt?.toISOString() ?? null,
    announcedAt: announcement.createdAt.toISOString(),
    sendFrom: announcement.sendFrom.toISOString(),
    isPublished: announcement.version ? isPublished(announcement.version) : null,
    ...progress,
  };
}
