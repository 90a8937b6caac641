import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { facts } from '../../facts/index.js';
import { Operation } from '../../platform/http/index.js';
import { AdminAuditPage, AuditQuery } from './audit.schemas.js';
import { AuditService } from './audit.service.js';

@ApiTags('admin')
@Controller('admin/audit')
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Get()
  @Operation({
    summary: 'What admins did, newest first',
    description:
      'Page by page, also what the operator did by command. `subject` narrows it to one user or thing. ' +
      `Entries go after ${facts.retention.auditMonths} months.`,
    access: 'admin',
    response: AdminAuditPage,
  })
  listAuditEntries(@Query({ schema: AuditQuery }) query: AuditQuery) {
    return this.audit.list(query);
  }
}
