import type { ModelOnReceipt } from '../privacy/index.js';
import type { TrainedModel } from './trained-model.entity.js';

/** What a receipt says of a profile's model. @param model null for a profile that has none */
export function modelOnReceipt(model: Pick<TrainedModel, 'engine' | 'crops'> | null): ModelOnReceipt {
  if (!model) return { model: 'none', crops: 0 };
  return { model: model.engine === 'replicate' ? 'hosted' : 'crops', crops: model.crops };
}
