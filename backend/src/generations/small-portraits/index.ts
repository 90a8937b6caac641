/** Works with pictures, and so is apart from what the API loads. */
export { SmallPortraits } from './small-portraits.service.js';
