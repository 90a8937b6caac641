export { useConfirm } from './confirm-act';
export { ProofProvider } from './proof-context';
export { useAct } from './use-act';
