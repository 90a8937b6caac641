export { useOwnPreviews, showByPhoto, type Previews } from './own-previews';
export { useChosenProfile } from './chosen-profile';
export { PreviewStrip } from './later-strip';
