import { Global, Module } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/index.js';
import { PaymentProvider } from './port.js';
import { StripePayments } from './stripe.js';

@Global()
@Module({
  providers: [
    { provide: PaymentProvider, inject: [CONFIG], useFactory: (config: Config) => new StripePayments(config.stripe) },
  ],
  exports: [PaymentProvider],
})
export class PaymentProviderModule {}
