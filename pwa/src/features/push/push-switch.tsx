import { lazy, Suspense } from 'react';
import { pushSupport } from '~/lib/push/support';
import { fetchPart } from './fetch-part';

const DeviceSwitch = lazy(() => fetchPart(import('./device-switch')));

/** Whether finished work is told by push on this device; nothing where the browser has no push. */
export function PushSwitch() {
  if (pushSupport() === 'none') return null;
  return (
    <Suspense>
      <DeviceSwitch />
    </Suspense>
  );
}
