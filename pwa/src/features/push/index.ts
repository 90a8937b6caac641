export { PushQuestion } from './push-question';
export { PushSwitch } from './push-switch';
export { PushWatch } from './push-watch';
export { renewPush } from './renew-push';
