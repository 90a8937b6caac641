export { PaymentsModule } from './payments.module.js';
export { PaymentProvider, PaymentProviderUnavailable, WebhookInvalid, type ProviderInvoice, type ProviderInvoiceDocument, type ProviderSubscription } from './port.js';
