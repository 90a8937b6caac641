import { startCancellation, startWithdrawal } from './declarations';
import { startImageCheck } from './image-check';
import { startMisuse } from './misuse';

const STARTS: Record<string, (page: HTMLElement) => void> = {
  cancel: startCancellation,
  withdraw: startWithdrawal,
  imageCheck: startImageCheck,
  misuse: startMisuse,
};

const page = document.querySelector<HTMLElement>('[data-form]');
if (page) {
  page.dataset.started = 'true';
  STARTS[page.dataset.form ?? '']?.(page);
}
