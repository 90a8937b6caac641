export { PaymentsModule } from './payments.module.js';
export {
  ChangeRefused,
  PaymentProvider,
  PaymentProviderUnavailable,
  WebhookInvalid,
  type CheckoutRequest,
  type PlanChange,
  type ProviderCharge,
  type ProviderCheckout,
  type ProviderInvoice,
  type ProviderInvoiceDocument,
  type ProviderSubscription,
} from './port.js';
