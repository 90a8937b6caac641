import { Global, Module } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/index.js';
import { NotOffered } from './not-offered.js';
import { OpenIdProvider } from './openid.js';
import { IdentityProvider } from './port.js';

@Global()
@Module({
  providers: [
    {
      provide: IdentityProvider,
      inject: [CONFIG],
      useFactory: (config: Config) => (config.google ? new OpenIdProvider(config.google) : new NotOffered()),
    },
  ],
  exports: [IdentityProvider],
})
export class GoogleModule {}
