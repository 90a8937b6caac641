export { CheckoutReturn, PaymentCheck, returnsToDraft } from './checkout-return';
export {
  loadBilling,
  loadPacksForEverybody,
  loadPlans,
  standing,
  tellToSignIn,
  type BillingState,
  type Order,
  type Subscription,
} from './billing-data';
export { OrderScreen } from './order/order-screen';
export { loadOrder, readOrderSearch } from './order/order-search';
export { OrderSkeleton } from './order/order-skeleton';
export { AnnouncedPrice } from './panel/announced-price';
export { BillingNotices } from './panel/billing-notices';
export { OpenPortal } from './panel/open-portal';
export { PricingScreen } from './pricing-screen';
export { PricingSkeleton } from './pricing-skeleton';
export { SubscriptionContent, SubscriptionPanel } from './subscription-panel';
