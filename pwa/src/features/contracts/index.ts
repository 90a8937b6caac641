export { CancellationScreen } from './cancellation-screen';
export { loadWithdrawable } from './contracts-data';
export { useDeclaration } from './use-declaration';
export { WithdrawalScreen } from './withdrawal-screen';
