export { AccountScreen } from './account/account-screen';
export { loadBillingPage } from './billing/load-billing-page';
export { BillingScreen } from './billing/billing-screen';
export { loadData } from './data/data-data';
export { DataScreen } from './data/data-screen';
export { loadKeys } from './keys/keys-data';
export { KeysScreen } from './keys/keys-screen';
export { loadSecurity } from './security/security-data';
export { SecurityScreen } from './security/security-screen';
export { loadWebhook, loadWebhooks } from './webhooks/webhooks-data';
export { WebhookScreen } from './webhooks/webhook-screen';
export { WebhooksScreen } from './webhooks/webhooks-screen';
export { SettingsFrame } from './settings-frame';
export {
  AccountSkeleton,
  BillingSkeleton,
  DataSkeleton,
  KeysSkeleton,
  SecuritySkeleton,
  SettingsSkeleton,
  WebhooksSkeleton,
} from './settings-skeleton';
