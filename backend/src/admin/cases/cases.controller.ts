import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import {
  CurrentUser,
  EntityId,
  IdempotencyKey,
  Operation,
  PageQuery,
  type Principal,
} from '../../platform/http/index.js';
import { AdminReasonBody } from '../users/admin-users.schemas.js';
import {
  AdminAnswerBody,
  AdminAssignmentBody,
  AdminContractList,
  AdminDeclarationPage,
  AdminHeldPaymentPage,
  AdminRefundPage,
  AdminSettlementBody,
  ContractQuery,
} from './cases.schemas.js';
import { CasesService } from './cases.service.js';
import { ContractsService } from './contracts.service.js';

@ApiTags('admin')
@Controller('admin')
export class CasesController {
  constructor(
    private readonly cases: CasesService,
    private readonly contracts: ContractsService,
  ) {}

  @Get('declarations')
  @Operation({
    summary: 'Cancellations and withdrawals that wait for somebody, oldest first',
    access: 'admin',
    response: AdminDeclarationPage,
  })
  listDeclarations(@Query({ schema: PageQuery }) query: PageQuery) {
    return this.cases.declarations(query);
  }

  @Get('declarations/:id/contracts')
  @Operation({
    summary: 'Contracts that a declaration could be about',
    access: 'admin',
    response: AdminContractList,
    ids: ['id'],
  })
  async listContracts(@Param('id', EntityId) id: string, @Query({ schema: ContractQuery }) { q }: ContractQuery) {
    return { items: await this.contracts.find(id, q) };
  }

  @Post('declarations/:id/assignment')
  @Operation({
    summary: 'Say whose contract a declaration is about, and have it carried out',
    access: 'admin',
    body: AdminAssignmentBody,
    ids: ['id'],
    idempotent: true,
    errors: ['conflict', 'not_withdrawable'],
  })
  async assignDeclaration(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Body({ schema: AdminAssignmentBody }) body: AdminAssignmentBody,
    @IdempotencyKey() key: string,
  ) {
    await this.cases.assign(principal.userId, id, body, key);
  }

  @Post('declarations/:id/close')
  @Operation({
    summary: 'Answer a declaration without carrying it out',
    access: 'admin',
    body: AdminAnswerBody,
    ids: ['id'],
    errors: ['conflict'],
  })
  async closeDeclaration(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Body({ schema: AdminAnswerBody }) body: AdminAnswerBody,
  ) {
    await this.cases.close(principal.userId, id, body.reason);
  }

  @Get('held-payments')
  @Operation({
    summary: 'Payments whose credits wait for a check, oldest first',
    access: 'admin',
    response: AdminHeldPaymentPage,
  })
  listHeldPayments(@Query({ schema: PageQuery }) query: PageQuery) {
    return this.cases.heldPayments(query);
  }

  @Post('held-payments/:id/confirm')
  @Operation({
    summary: 'Grant the credits of a held payment',
    access: 'admin',
    body: AdminReasonBody,
    ids: ['id'],
    idempotent: true,
    errors: ['conflict'],
  })
  async confirmHeldPayment(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Body({ schema: AdminReasonBody }) body: z.infer<typeof AdminReasonBody>,
    @IdempotencyKey() key: string,
  ) {
    await this.cases.confirmHeld(principal.userId, id, body.reason, key);
  }

  @Post('held-payments/:id/refuse')
  @Operation({
    summary: 'End the contract of a held payment and pay all of it back',
    access: 'admin',
    body: AdminReasonBody,
    ids: ['id'],
    idempotent: true,
    errors: ['conflict'],
  })
  async refuseHeldPayment(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Body({ schema: AdminReasonBody }) body: z.infer<typeof AdminReasonBody>,
    @IdempotencyKey() key: string,
  ) {
    await this.cases.refuseHeld(principal.userId, id, body.reason, key);
  }

  @Get('refunds')
  @Operation({ summary: 'Refunds that failed, oldest first', access: 'admin', response: AdminRefundPage })
  listFailedRefunds(@Query({ schema: PageQuery }) query: PageQuery) {
    return this.cases.refunds(query);
  }

  @Post('refunds/:id/retry')
  @Operation({
    summary: 'Send a refund again that failed',
    access: 'admin',
    body: AdminReasonBody,
    ids: ['id'],
    idempotent: true,
    errors: ['conflict', 'nothing_to_refund', 'payment_provider_unavailable'],
  })
  async retryRefund(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Body({ schema: AdminReasonBody }) body: z.infer<typeof AdminReasonBody>,
    @IdempotencyKey() key: string,
  ) {
    await this.cases.retryRefund(principal.userId, id, body.reason, key);
  }

  @Post('refunds/:id/settle')
  @Operation({
    summary: 'Note that a failed refund went back in another way, or is not due',
    access: 'admin',
    body: AdminSettlementBody,
    ids: ['id'],
    errors: ['conflict'],
  })
  async settleRefund(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Body({ schema: AdminSettlementBody }) body: AdminSettlementBody,
  ) {
    await this.cases.settleRefund(principal.userId, id, body);
  }
}
