import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { UsersService } from '../identity/index.js';
import { ExampleEndings, type ExampleNewsDue } from '../examples/index.js';
import { AppLinks } from './app-links.js';
import { EmailService } from './email.service.js';
import { exampleEmails } from './emails/example-emails.js';

/** Emails about portraits that a customer released for public pages. */
@Injectable()
export class ExampleNotificationsService {
  constructor(
    private readonly post: EmailService,
    private readonly links: AppLinks,
    private readonly users: UsersService,
    private readonly examples: ExampleEndings,
  ) {}

  async tell({ exampleId, userId, news, credits }: z.infer<typeof ExampleNewsDue.schema>): Promise<void> {
    const [user, until] = [await this.users.recipient(userId), await this.examples.shownUntil(exampleId)];
    // What was taken back meanwhile is not shown.
    if (!user || (news === 'shown' && !until)) return;
    const url = this.links.to('/app/settings/daten');
    const mail =
      news === 'shown'
        ? exampleEmails.shown(user.displayName, { until: until!, credits }, url)
        : exampleEmails[news](user.displayName, url);
    await this.post.send(
      { key: `example-${news}:${exampleId}`, template: `example_${news}`, to: user.email, userId },
      mail,
    );
  }
}
