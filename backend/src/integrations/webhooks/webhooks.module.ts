import { Module } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/index.js';
import { DirectPoster } from './direct-poster.js';
import { HostNames } from './host-names.js';
import { WebhookPoster } from './port.js';

@Module({
  providers: [
    HostNames,
    {
      provide: WebhookPoster,
      inject: [CONFIG, HostNames],
      useFactory: ({ webhookLoopback }: Config, names: HostNames) => new DirectPoster(names, webhookLoopback),
    },
  ],
  exports: [WebhookPoster],
})
export class WebhooksModule {}
