import { Global, Module } from '@nestjs/common';
import { KeyBudgets } from './key-budgets.js';
import { KeyCalls } from './key-calls.js';
import { RateLimiter } from './rate-limiter.js';
import { SignedLinks } from './signed-links.js';
import { PublicUploadIntake, UploadIntake } from './upload-intake.js';

/** Together 64 MB. Each holds more than twice what one upload may have, so that somebody can always be completed beside the shares. */
const ROOM = { customers: 44_000_000, strangers: 20_000_000 };

const intakes = [
  { provide: UploadIntake, useFactory: () => new UploadIntake({ roomBytes: ROOM.customers }) },
  { provide: PublicUploadIntake, useFactory: () => new PublicUploadIntake({ roomBytes: ROOM.strangers }) },
];

@Global()
@Module({
  providers: [SignedLinks, RateLimiter, KeyBudgets, KeyCalls, ...intakes],
  exports: [SignedLinks, RateLimiter, KeyBudgets, KeyCalls, UploadIntake, PublicUploadIntake],
})
export class HttpModule {}
