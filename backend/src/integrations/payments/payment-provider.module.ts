import { Global, Module } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/index.js';
import { PaymentProvider } from './port.js';
import { StripePayments } from './stripe.js';
import { invoiceFooter } from './stripe-taxes.js';

@Global()
@Module({
  providers: [
    {
      provide: PaymentProvider,
      inject: [CONFIG],
      useFactory: ({ stripe, vat, operator }: Config) =>
        new StripePayments({
          ...stripe,
          policy: { isTaxAutomatic: vat?.isByProvider ?? false, footer: invoiceFooter(operator) },
        }),
    },
  ],
  exports: [PaymentProvider],
})
export class PaymentProviderModule {}
