import { Global, Module } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/index.js';
import { PushNotOffered } from './not-offered.js';
import { PushSender } from './port.js';
import { WebPushSender } from './web-push.js';

@Global()
@Module({
  providers: [
    {
      provide: PushSender,
      inject: [CONFIG],
      useFactory: ({ push }: Config) => (push ? new WebPushSender(push) : new PushNotOffered()),
    },
  ],
  exports: [PushSender],
})
export class PushSenderModule {}
