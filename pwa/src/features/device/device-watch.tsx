import { useEffect, useState } from 'react';
import { later } from '~/lib/later';
import { afterFirstScreen } from '~/lib/time';

const DeviceWork = later(() => import('./device-work'));

/** What happens on this device beside the screens: nothing of it is waited for by the first one. */
export function DeviceWatch() {
  const [isTime, setTime] = useState(false);
  useEffect(() => {
    void afterFirstScreen().then(() => setTime(true));
  }, []);
  return isTime ? <DeviceWork /> : null;
}
