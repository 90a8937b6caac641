import { Controller, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { OrderView, viewOrder } from '../../payments/index.js';
import { Clock } from '../../platform/clock/index.js';
import { CurrentUser, EntityId, Operation, type Principal } from '../../platform/http/index.js';
import { WithdrawalQuote } from './withdrawals.schemas.js';
import { WithdrawalsService } from './withdrawals.service.js';

@ApiTags('billing')
@Controller('orders/:id/withdrawal')
export class WithdrawalsController {
  constructor(
    private readonly withdrawals: WithdrawalsService,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Operation({
    summary: 'What a withdrawal would pay back now',
    description: 'The price less the share that was used, by credits; it changes when credits of this order are spent.',
    access: 'user',
    response: WithdrawalQuote,
    ids: ['id'],
    errors: ['not_withdrawable'],
  })
  async quoteWithdrawal(@CurrentUser() principal: Principal, @Param('id', EntityId) id: string) {
    const { refundRappen, credits, until, awaitsDispute } = await this.withdrawals.quote(principal.userId, id);
    return { refundRappen, credits, until: until.toISOString(), awaitsDispute };
  }

  @Post()
  @Operation({
    summary: 'Withdraw from an order within the period; pays back the price less the share used',
    description: 'Doing it again changes nothing more: it answers with the order as it stands.',
    access: 'user',
    status: 200,
    response: OrderView,
    ids: ['id'],
    errors: ['not_withdrawable'],
  })
  async withdrawOrder(@CurrentUser() principal: Principal, @Param('id', EntityId) id: string) {
    return viewOrder(await this.withdrawals.withdraw(principal.userId, id), this.clock.now());
  }
}
