export { ActionForm } from './action-form';
export { catchFocus, useConfirm } from './confirm-act';
export { ProofProvider } from './proof-context';
export { useAction } from './use-action';
