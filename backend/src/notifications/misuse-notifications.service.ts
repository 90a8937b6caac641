import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { UsersService } from '../identity/index.js';
import { MisuseLetters, type MisusedRunRemoved } from '../misuse/index.js';
import { AppLinks } from './app-links.js';
import { misuseLetters } from './letters/misuse-letters.js';
import { PostService } from './post.service.js';

/** Letters about reports of misuse. Reporters learn nothing of customers, and customers nothing of reporters. */
@Injectable()
export class MisuseNotificationsService {
  constructor(
    private readonly post: PostService,
    private readonly links: AppLinks,
    private readonly users: UsersService,
    private readonly misuse: MisuseLetters,
  ) {}

  async reported(reportId: string): Promise<void> {
    const found = await this.misuse.toConfirm(reportId);
    if (!found) return;
    const { number, createdAt, email } = found.report;
    const letter = misuseLetters.toConfirm(
      { number, receivedAt: createdAt },
      this.links.to('/missbrauch-melden', { token: found.token }),
    );
    await this.post.send(
      { key: `misuse-reported:${reportId}`, template: 'misuse_reported', to: email, userId: null },
      letter,
    );
  }

  async closed(reportId: string): Promise<void> {
    const found = await this.misuse.closed(reportId);
    if (!found) return;
    const { number, createdAt, email, answer } = found.report;
    const letter = misuseLetters.closed({ number, receivedAt: createdAt }, found, answer ?? '');
    await this.post.send(
      { key: `misuse-closed:${reportId}`, template: 'misuse_closed', to: email, userId: null },
      letter,
    );
  }

  async runRemoved({
    generationId,
    userId,
    styleName,
    completedAt,
    reason,
  }: z.infer<typeof MisusedRunRemoved.schema>): Promise<void> {
    const user = await this.users.addressee(userId);
    if (!user) return;
    const letter = misuseLetters.runRemoved(
      user.displayName,
      { styleName, completedAt: new Date(completedAt) },
      reason,
    );
    await this.post.send(
      { key: `misused-run-removed:${generationId}`, template: 'misused_run_removed', to: user.email, userId },
      letter,
    );
  }
}
