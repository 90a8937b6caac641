import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/index.js';
import { PushSubscriptionsService } from './push/push-subscriptions.service.js';
import { PushController } from './push/push.controller.js';
import { PushModule } from './push/push.module.js';

/** The API's side: where browsers can be reached. What is sent to them is the worker's. */
@Module({ imports: [IdentityModule, PushModule], controllers: [PushController], providers: [PushSubscriptionsService] })
export class NotificationsModule {}
