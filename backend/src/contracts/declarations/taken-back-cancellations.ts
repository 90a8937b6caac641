import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../platform/clock/index.js';
import { DomainEvents } from '../../platform/domain-events/index.js';
import { SubscriptionResumed } from '../../payments/index.js';
import { Declaration } from './declaration.entity.js';

/** Who resumes a subscription takes back its cancellation: the same words again are a new declaration. */
@Injectable()
export class TakenBackCancellations implements OnModuleInit {
  constructor(
    private readonly domainEvents: DomainEvents,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.domainEvents.subscribe(SubscriptionResumed, async (em, { userId }) => {
      await em.nativeUpdate(
        Declaration,
        { userId, kind: 'cancellation', takenBackAt: null },
        { takenBackAt: this.clock.now() },
      );
    });
  }
}
