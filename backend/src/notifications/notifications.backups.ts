import { PushSubscription } from './push/push-subscription.entity.js';

/** They belong to sessions, which are in no backup. */
export const PUSH_TABLES_LEFT_OUT = [PushSubscription];
