/** Works with pictures, and so is apart from what the API loads. */
export { markPicture, PREVIEW_WRITING } from './mark-picture.js';
