import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainEvents } from '../../platform/domain-events/index.js';
import { PaymentsCorrected } from '../../payments/index.js';
import { WithdrawalsService } from './withdrawals.service.js';

/** What was put off while a chargeback was open is settled as soon as payments know how it ended. */
@Injectable()
export class SettledDisputes implements OnModuleInit {
  constructor(
    private readonly domainEvents: DomainEvents,
    private readonly withdrawals: WithdrawalsService,
  ) {}

  onModuleInit(): void {
    this.domainEvents.subscribe(PaymentsCorrected, (em, { userId }) => this.withdrawals.settleDecided(em, userId));
  }
}
