import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentUser, EntityId, Operation, PageQuery, type Principal } from '../../platform/http/index.js';
import { AdminMisuseActBody, AdminMisuseAnswerBody, AdminMisuseReportPage } from './misuse-cases.schemas.js';
import { MisuseCasesService } from './misuse-cases.service.js';

@ApiTags('admin')
@Controller('admin/misuse-reports')
export class MisuseCasesController {
  constructor(private readonly cases: MisuseCasesService) {}

  @Get()
  @Operation({
    summary: 'Confirmed reports of misuse that wait for somebody, oldest first',
    description:
      'Page by page, by receipt, each with the runs that its picture matched and their owners. The picture itself is gone.',
    access: 'admin',
    response: AdminMisuseReportPage,
  })
  listMisuseReports(@Query({ schema: PageQuery }) query: PageQuery) {
    return this.cases.list(query);
  }

  @Post(':id/removal')
  @Operation({
    summary: 'Remove a run that a report is about, with its images; its credits do not come back',
    description:
      'At once and for good, with votes and released examples that show it. Its owner gets a receipt and is told by email; ' +
      'noted in the audit log. Of a run that has expired only a release that still shows it ends. ' +
      'It answers `conflict` where the report is closed or all of it is gone.',
    access: 'admin',
    body: AdminMisuseActBody,
    ids: ['id'],
    errors: ['conflict'],
  })
  async removeMisusedRun(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Body({ schema: AdminMisuseActBody }) body: AdminMisuseActBody,
  ) {
    await this.cases.removeRun(principal.userId, id, body);
  }

  @Post(':id/block')
  @Operation({
    summary: 'Block the owner of a run that a report is about',
    description:
      'Does what `blockUser` does, also where the run is gone; noted in the audit log under the account. ' +
      'It answers `conflict` where the report is closed or the account blocked already, `own_account` where it is the own one.',
    access: 'admin',
    body: AdminMisuseActBody,
    ids: ['id'],
    errors: ['conflict', 'own_account'],
  })
  async blockMisuser(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Body({ schema: AdminMisuseActBody }) body: AdminMisuseActBody,
  ) {
    await this.cases.blockOwner(principal.userId, id, body);
  }

  @Post(':id/close')
  @Operation({
    summary: 'Close a report of misuse, and tell its reporter what was done',
    description:
      'The email says whether anything was removed or blocked, and gives `reason`; none goes out once the address was deleted. ' +
      'Noted in the audit log. A closed report answers every further act with `conflict`.',
    access: 'admin',
    body: AdminMisuseAnswerBody,
    ids: ['id'],
    errors: ['conflict'],
  })
  async closeMisuseReport(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Body({ schema: AdminMisuseAnswerBody }) { reason }: AdminMisuseAnswerBody,
  ) {
    await this.cases.close(principal.userId, id, reason);
  }
}
