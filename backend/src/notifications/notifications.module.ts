import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/index.js';
import { PushSubscriptionsService } from './push/push-subscriptions.service.js';
import { PushController } from './push/push.controller.js';
import { PushModule } from './push/push.module.js';

/** The API's side: where browsers can be reached. What is sent to them is the worker's. */
@Module({ imports: [AccountsModule, PushModule], controllers: [PushController], providers: [PushSubscriptionsService] })
export class NotificationsModule {}
