export { useOwnPreviews, showByPhoto, type Previews } from './own-previews';
export { firstReady, useChosenProfile } from './chosen-profile';
export { PreviewStrip } from './later-strip';
