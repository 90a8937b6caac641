export { ActionForm } from './action-form';
export { useConfirm } from './confirm-act';
export { ProofProvider } from './proof-context';
export { useAction } from './use-action';
