export {
  DeclarationClosed,
  DeclarationReceived,
  DisputeDecided,
  HeldOrderDecided,
  OrderPaid,
  OrderWithdrawn,
  PaymentNeeded,
  SubscriptionCanceled,
} from './billing.events.js';
export { BillingLetters } from './billing.letters.js';
export { BillingModule } from './billing.module.js';
export { PlanView } from './billing.schemas.js';
export { viewPlan } from './billing.views.js';
export { AddressDebt } from './debts/address-debt.entity.js';
export {
  Declaration,
  DECLARATION_KINDS,
  DECLARATION_MANNERS,
  REVIEW_REASONS,
} from './declarations/declaration.entity.js';
export { DeclarationReviewService, type Contract } from './declarations/declaration-review.service.js';
export { FailedRefundsService, leftOf } from './declarations/failed-refunds.service.js';
export { recentWithdrawals } from './held-payments/circle.js';
export { HeldPaymentsService } from './held-payments/held-payments.service.js';
export { HELD } from './held-payments/is-held.js';
export { Order } from './orders/order.entity.js';
export { newOrderNumber, normaliseOrderNumber } from './orders/order-number.js';
export { OrdersService } from './orders/orders.service.js';
export { withdrawableUntil, withdrawalEnd } from './orders/withdrawal-period.js';
export { CreditPack } from './packs/credit-pack.entity.js';
export { PacksService } from './packs/packs.service.js';
export { PlanPrice } from './plans/plan-price.entity.js';
export { Plan } from './plans/plan.entity.js';
export { PlansService } from './plans/plans.service.js';
export { Subscription } from './subscriptions/subscription.entity.js';
export { SubscriptionsService } from './subscriptions/subscriptions.service.js';
export { BillingCustomer } from './synchronisation/billing-customer.entity.js';
export { Payment } from './synchronisation/payment.entity.js';
export { Refund } from './synchronisation/refund.entity.js';
export { SynchronisationService } from './synchronisation/synchronisation.service.js';
export { PaymentEvent } from './webhooks/payment-event.entity.js';
