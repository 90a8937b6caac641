import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../platform/http/index.js';
import { RetentionOverview } from './overview.service.js';
import { RetentionReport } from './retention.schemas.js';

@ApiTags('admin')
@Controller('admin/retention')
export class RetentionController {
  constructor(private readonly overview: RetentionOverview) {}

  @Get()
  @Operation({
    summary: 'What is promised to go when, what is overdue, and how each task fared',
    description:
      'What is overdue is counted at the moment of the call. Of each task: when it last looked and how many it found, ' +
      'when it last did something and how that ended, and how many it has dealt with in all.',
    access: 'admin',
    response: RetentionReport,
  })
  getRetention() {
    return this.overview.read();
  }
}
