import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { CurrentUser, EntityId, Operation, type Principal } from '../../platform/http/index.js';
import { AdminReasonBody } from '../users/admin-users.schemas.js';
import { AdminJob, AdminJobPage, AdminQueueList, JobQuery } from './queues.schemas.js';
import { QueuesService } from './queues.service.js';

@ApiTags('admin')
@Controller('admin')
export class QueuesController {
  constructor(private readonly queues: QueuesService) {}

  @Get('queues')
  @Operation({
    summary: 'Background work by queue',
    description:
      'Every queue in a fixed order, also without work. Read from the database; work that was given up counts for 7 days.',
    access: 'admin',
    response: AdminQueueList,
  })
  listQueues() {
    return this.queues.list();
  }

  @Get('jobs')
  @Operation({
    summary: 'Background work in one state, newest first',
    description:
      'Page by page: what was given up within 7 days, unless `state` asks for what waits, runs or is due later. ' +
      '`queue` narrows it to one queue.',
    access: 'admin',
    response: AdminJobPage,
  })
  listJobs(@Query({ schema: JobQuery }) query: JobQuery) {
    return this.queues.jobs(query);
  }

  @Post('jobs/:id/retry')
  @Operation({
    summary: 'Try work again that was given up',
    description:
      'Due at once, with three more tries; noted in the audit log. ' +
      'What was not given up, and any training, run or data export, answers `job_not_retriable`.',
    access: 'admin',
    status: 200,
    body: AdminReasonBody,
    response: AdminJob,
    ids: ['id'],
    errors: ['job_not_retriable'],
  })
  retryJob(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Body({ schema: AdminReasonBody }) body: z.infer<typeof AdminReasonBody>,
  ) {
    return this.queues.retry(principal.userId, id, body.reason);
  }
}
