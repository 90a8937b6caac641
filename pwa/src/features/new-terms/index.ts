export { NewTermsWatch } from './new-terms-watch';
