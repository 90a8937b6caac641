import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../platform/http/index.js';
import { SiteView } from './site.schemas.js';
import { SiteService } from './site.service.js';

@ApiTags('site')
@Controller('site')
export class SiteController {
  constructor(private readonly site: SiteService) {}

  @Get()
  @Operation({
    summary: 'What the public pages say of this installation',
    description: 'Operator, plans, packs and styles: whatever differs between installations, or is changed by admins.',
    access: 'public',
    response: SiteView,
  })
  getSite() {
    return this.site.describe();
  }
}
