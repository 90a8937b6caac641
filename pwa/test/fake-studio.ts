import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { DevicePicture, DeviceStudio, Refusal } from '~/site/client/try-out/device-studio';

/** A studio that does what a test tells it, and notes what it was asked. */
export function fakeStudio({
  refusals = [],
  start,
}: { refusals?: (Refusal | null)[]; start?: DeviceStudio['start'] } = {}) {
  const asked: string[] = [];
  const closed: string[] = [];
  const waiting: { scene: string; give: () => void; break: () => void }[] = [];
  const bitmap = (name: string) => ({ width: 4, height: 5, name, close: () => closed.push(name) }) as never;
  const studio: DeviceStudio = {
    start: (tell) => {
      asked.push('start');
      return start?.(tell) ?? Promise.resolve(null);
    },
    takePhoto: (photo) => {
      asked.push(`photo ${(photo as File).name}`);
      return Promise.resolve(refusals.shift() ?? null);
    },
    render: (scene) => {
      asked.push(scene);
      return new Promise<DevicePicture>((give, fail) =>
        waiting.push({
          scene,
          give: () => give({ bitmap: bitmap(scene), before: bitmap(`${scene} before`) }),
          break: () => fail(new Error('no')),
        }),
      );
    },
    stop: () => asked.push('stop'),
  };
  /** Finishes what is being drawn. */
  const finish = async (how: 'give' | 'break' = 'give') => {
    await waitFor(() => expect(waiting).toHaveLength(1));
    const { scene, [how]: end } = waiting.shift()!;
    end();
    await new Promise((resolve) => setTimeout(resolve));
    return scene;
  };
  return { studio, asked, closed, waiting, finish };
}
