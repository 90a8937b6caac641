import { createStudioWorker, DeviceStudioFailed } from '~/lib/device-studio/studio-worker';
import type { DeviceStudio } from './device-studio';

/** Makes previews in the studio's worker. */
export function createDeviceStudio(): DeviceStudio {
  const { ask, stop } = createStudioWorker();
  return {
    async start(onProgress) {
      const answer = await ask({ ask: 'start' }, { onProgress });
      return 'refusal' in answer && answer.refusal ? 'unsupported' : null;
    },
    async takePhoto(photo) {
      const answer = await ask({ ask: 'photo', photo });
      return 'refusal' in answer ? answer.refusal : null;
    },
    async render(scene) {
      const answer = await ask({ ask: 'scene', scene });
      if (!('portrait' in answer)) throw new DeviceStudioFailed('no picture');
      return { bitmap: answer.portrait, before: answer.before };
    },
    stop,
  };
}
