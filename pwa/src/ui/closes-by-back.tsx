import { use, useEffect, useRef } from 'react';
import { OverlayTriggerStateContext } from 'react-aria-components/Dialog';
import { closeByBack } from './overlay-history';

/** Inside an overlay: the browser's and the phone's Back close it. @param isHeld it stays all the same */
export function ClosesByBack({ isHeld = false }: { isHeld?: boolean }) {
  const trigger = use(OverlayTriggerStateContext);
  const overlay = useRef({ isHeld, close: () => trigger?.close() });
  useEffect(() => {
    overlay.current.isHeld = isHeld;
    overlay.current.close = () => trigger?.close();
  });
  // A select keeps a copy of its list that is never seen.
  const isOpen = trigger?.isOpen ?? false;
  useEffect(() => (isOpen ? closeByBack(overlay.current) : undefined), [isOpen]);
  return null;
}
