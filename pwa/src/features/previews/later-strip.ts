import { later } from '~/lib/later';

/** Only a customer with a trained profile needs it. */
export const PreviewStrip = later(() => import('./preview-strip'));
