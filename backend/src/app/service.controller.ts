import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { CONFIG, type Config } from '../config/index.js';
import { Operation } from '../platform/http/index.js';

const ServiceInfo = z
  .object({
    embedded: z.boolean().describe('Everything runs on one machine, with emulators for mail and payment.'),
    google: z.boolean().describe('Whether signing in with Google is offered.'),
    mailboxUrl: z.string().nullable().describe('Where the mails of the embedded mode can be read.'),
  })
  .meta({ id: 'ServiceInfo' });

@ApiTags('service')
@Controller('service')
export class ServiceController {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  @Get()
  @Operation({
    summary: 'What kind of installation this is',
    description:
      'For a sign-in page: whether Google is offered, and whether this is the embedded environment with its mailbox.',
    access: 'public',
    response: ServiceInfo,
  })
  getServiceInfo() {
    return {
      embedded: this.config.mode === 'embedded',
      google: this.config.google !== null,
      mailboxUrl: this.config.mode === 'embedded' ? this.config.mail.mailboxUrl : null,
    };
  }
}
