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
    description:
      'Page by page, with why each waits, and the account and order found so far. A declaration counts from `receivedAt`.',
    access: 'admin',
    response: AdminDeclarationPage,
  })
  listDeclarations(@Query({ schema: PageQuery }) query: PageQuery) {
    return this.cases.declarations(query);
  }

  @Get('declarations/:id/contracts')
  @Operation({
    summary: 'Contracts that a declaration could be about',
    description:
      'At most 20, those that can still be ended first: running subscriptions for a cancellation, paid orders for a withdrawal. ' +
      'Without `q` they are found by what the declaration says.',
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
    description:
      'A withdrawal needs its order, a cancellation takes none. It is carried out in the background, as of its receipt, ' +
      'and the customer is told by email; noted in the audit log. It answers `conflict` where it no longer waits ' +
      'or no subscription runs, and `not_withdrawable` where the order can no longer be withdrawn from.',
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
    description:
      '`reason` goes by email to the address that was typed, unless its account was deleted since; nothing else is done. ' +
      'Noted in the audit log. One that no longer waits answers `conflict`.',
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
    description:
      'Page by page, in Rappen: of customers who have withdrawn from orders again and again. None of these credits are granted yet.',
    access: 'admin',
    response: AdminHeldPaymentPage,
  })
  listHeldPayments(@Query({ schema: PageQuery }) query: PageQuery) {
    return this.cases.heldPayments(query);
  }

  @Post('held-payments/:id/confirm')
  @Operation({
    summary: 'Grant the credits of a held payment',
    description:
      'Less what of the money went back meanwhile; the credits settle first what the customer owes. ' +
      'The customer is told by email once the order is known; noted in the audit log. A payment that no longer waits answers `conflict`.',
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
    description:
      'As by a withdrawal: a plan ends at once, and the money is sent back in the background, ' +
      'while a chargeback is open only once that is decided. The customer is told by email; noted in the audit log. ' +
      'It answers `conflict` where the payment no longer waits, or its order is not known yet or has ended.',
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
  @Operation({
    summary: 'Refunds that failed, oldest first',
    description:
      'Page by page, in Rappen, each with its payment and with what of that could still go back (`leftRappen`).',
    access: 'admin',
    response: AdminRefundPage,
  })
  listFailedRefunds(@Query({ schema: PageQuery }) query: PageQuery) {
    return this.cases.refunds(query);
  }

  @Post('refunds/:id/retry')
  @Operation({
    summary: 'Send a refund again that failed',
    description:
      'Reads the payment provider first, takes the credits again and sends the money in the background; noted in the audit log. ' +
      'Where nothing of the payment is left it answers `nothing_to_refund`, where the refund no longer waits `conflict`. ' +
      'One that fails again is back in the list. Where the provider does not answer: `payment_provider_unavailable`.',
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
    description:
      'No money moves. With `settled` its credits go, and those spent already are owed; with `dropped` nothing else changes. ' +
      'Noted in the audit log. A refund that no longer waits answers `conflict`.',
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
