export { CheckoutReturn } from './checkout-return';
export { loadPlans, loadSubscription, planIdOf, tellToSignIn } from './billing-data';
export { OrderScreen } from './order-screen';
export { OrderSkeleton } from './order-skeleton';
export { PlanRows } from './plan-rows';
export { PricingScreen } from './pricing-screen';
export { PricingSkeleton } from './pricing-skeleton';
export { SubscriptionPanel } from './subscription-panel';
