import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentDevice, type Device } from '../../identity/index.js';
import { Operation, RateLimiter } from '../../platform/http/index.js';
import type { Declaration } from './declaration.entity.js';
import { CancellationBody, DeclarationReceipt, WithdrawalBody } from './declarations.schemas.js';
import { DeclarationsService } from './declarations.service.js';
import { LIMITS } from './limits.js';

@ApiTags('billing')
@Controller('declarations')
export class DeclarationsController {
  constructor(
    private readonly declarations: DeclarationsService,
    private readonly limiter: RateLimiter,
  ) {}

  @Post('cancellations')
  @Operation({
    summary: 'Declare that a contract is canceled, without signing in',
    description:
      'The public form that the law asks for. A receipt goes to the address, five an hour at most; the contract is found by it, or looked for by the operator.',
    access: 'public',
    status: 202,
    body: CancellationBody,
    response: DeclarationReceipt,
    errors: ['rate_limited'],
  })
  async declareCancellation(
    @Body({ schema: CancellationBody }) body: CancellationBody,
    @CurrentDevice() device: Device,
  ) {
    await this.limiter.consume(LIMITS.declarationsPerAddress, device.address ?? '');
    return receiptOf(await this.declarations.cancel(body));
  }

  @Post('withdrawals')
  @Operation({
    summary: 'Declare the withdrawal from an order, without signing in',
    description:
      'By the number of the order and the address it was made under. A receipt goes there, five an hour at most; what fits is carried out, everything else is looked at by the operator.',
    access: 'public',
    status: 202,
    body: WithdrawalBody,
    response: DeclarationReceipt,
    errors: ['rate_limited'],
  })
  async declareWithdrawal(@Body({ schema: WithdrawalBody }) body: WithdrawalBody, @CurrentDevice() device: Device) {
    await this.limiter.consume(LIMITS.declarationsPerAddress, device.address ?? '');
    return receiptOf(await this.declarations.withdraw(body));
  }
}

const receiptOf = ({ number, createdAt }: Declaration) => ({ number, receivedAt: createdAt.toISOString() });
