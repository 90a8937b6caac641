import { createHmac, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { CONFIG, type Config } from '../config/index.js';
import { AppError } from '../platform/errors/index.js';

/** Links that confirm a reporter's address: `<report id>.<mac>`. Neither database nor queue holds anything a link could be forged with. */
@Injectable()
export class MisuseTokens {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  of(reportId: string): string {
    return `${reportId}.${this.mac(reportId)}`;
  }

  /** @returns the id of the report. @throws AppError `token_invalid` for a forged one. */
  read(token: string): string {
    const [id = '', mac = ''] = token.split('.');
    const [expected, given] = [Buffer.from(this.mac(id)), Buffer.from(mac)];
    const isGenuine = given.length === expected.length && timingSafeEqual(given, expected);
    if (!isGenuine || !z.uuid().safeParse(id).success) throw new AppError('token_invalid');
    return id;
  }

  private mac(id: string): string {
    return createHmac('sha256', this.config.mediaSecret).update(`misuse-report:${id}`).digest('base64url');
  }
}
