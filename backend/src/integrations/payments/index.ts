export { PaymentsModule } from './payments.module.js';
export { PaymentProvider, PaymentProviderUnavailable, WebhookInvalid, type ProviderInvoice, type ProviderSubscription } from './port.js';
