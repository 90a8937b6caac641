export { STRIPE_EVENTS } from './stripe-events.js';
export { PaymentProviderModule } from './payment-provider.module.js';
export {
  ChangeRefused,
  PaymentProvider,
  PaymentProviderUnavailable,
  REFUND_FAILURES,
  isProviderId,
  WebhookInvalid,
  type CheckoutRequest,
  type PlanChange,
  type ProviderCharge,
  type ProviderCheckout,
  type ProviderInvoice,
  type ProviderInvoiceDocument,
  type ProviderSubscription,
  type RefundFailure,
} from './port.js';
