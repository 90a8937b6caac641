export { ContractText } from './contract-texts/contract-text.entity.js';
export { ContractTexts } from './contract-texts/contract-texts.js';
export { francs } from './contract-texts/francs.js';
export type { Block, LegalText } from './contract-texts/legal-text.js';
export { AddressDebt } from './debts/address-debt.entity.js';
export { recentWithdrawals } from './holds/circle.js';
export { HeldCreditsService } from './synchronisation/held-credits.service.js';
export { OrdersService } from './orders/orders.service.js';
export { OrderView } from './orders/orders.schemas.js';
export { viewOrder } from './orders/orders.views.js';
export { PaymentEmails } from './payment-emails.service.js';
export { PaymentsCorrected, SubscriptionResumed } from './payments.domain-events.js';
export { PaymentsModule } from './payments.module.js';
export {
  DisputeDecided,
  OrderPaid,
  OrderWithdrawn,
  RefundRequested,
  PaymentNeeded,
  PlanRestoreRequested,
  SubscriptionCanceled,
  SubscriptionEndRequested,
} from './payments.events.js';
export { OrderEndingService } from './orders/order-ending.service.js';
export { BillingCustomer } from './records/billing-customer.entity.js';
export { PriceChange } from './records/price-change.entity.js';
export { PriceNotice } from './records/price-notice.entity.js';
export type { AnnouncedPrice } from './price-changes/announced-prices.js';
export { notePrice } from './price-changes/note-price.js';
export { newOrderNumber, normaliseOrderNumber } from './records/order-number.js';
export { Order } from './records/order.entity.js';
export { lockCustomer } from './records/lock-customer.js';
export {
  findOrder,
  ordersById,
  pageOfFailedRefunds,
  pageOfHeldPayments,
  pageOfOrders,
  paidOrders,
} from './records/records.lists.js';
export { Payment } from './records/payment.entity.js';
export { Refund } from './records/refund.entity.js';
export { Subscription } from './records/subscription.entity.js';
export { withdrawableUntil, withdrawalEnd } from './records/withdrawal-period.js';
export { SubscriptionCommandsService } from './subscriptions/subscription-commands.service.js';
export { SubscriptionsService } from './subscriptions/subscriptions.service.js';
export { correctedPayment, grantKey } from './synchronisation/ledger-keys.js';
export { SynchronisationService } from './synchronisation/synchronisation.service.js';
export { PaymentEvent } from './webhooks/payment-event.entity.js';
export { FailedRefundsService, leftOf } from './refunds/failed-refunds.service.js';
export { checkDebts } from './invariants/debts.js';
export { readCustomers } from './invariants/customers.js';
export { checkInvoices, checkPacks, checkPayments } from './invariants/payments.js';
export { checkNextPrices, checkRenewals } from './invariants/prices.js';
export { checkSubscriptions } from './invariants/subscriptions.js';
export {
  contractAtOtherPrice,
  countByPrice,
  countSoldPacks,
  netPaid,
  paymentFigures,
  refundNames,
  hasRunningPlan,
  revenueByDay,
  subscribersAtOtherPrice,
  readMovedMoney,
} from './payments.figures.js';
export {
  DEBT_RULES,
  hasOrdered,
  isOpenInvoiceEmail,
  newestPayments,
  PAYMENT_EVENT_RULE,
} from './payments.retention.js';
export { forgetCustomer } from './records/forget-customer.js';
