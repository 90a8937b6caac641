import { PreviewSet } from './preview-set.entity.js';

/** Of drafts, whose photos are in no backup either. */
export const PREVIEW_TABLES_LEFT_OUT = [PreviewSet];
