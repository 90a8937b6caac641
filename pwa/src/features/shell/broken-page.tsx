import type { ErrorComponentProps } from '~/lib/navigation';
import { PublicFrame } from './public-frame';
import { BrokenScreen } from './states';

/** What stands there when not even the frame of the signed-in screens could be loaded. */
export function BrokenPage(props: ErrorComponentProps) {
  return (
    <PublicFrame>
      <BrokenScreen {...props} />
    </PublicFrame>
  );
}
