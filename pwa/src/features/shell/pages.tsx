import type { ErrorComponentProps } from '~/lib/navigation';
import { PublicFrame } from './public-frame';
import { BrokenScreen, NotFoundScreen } from './states';

/** The page that does not exist, with header and footer around it. */
export function NotFoundPage() {
  return (
    <PublicFrame>
      <NotFoundScreen />
    </PublicFrame>
  );
}

/** What stands there when not even the frame of the signed-in screens could be loaded. */
export function BrokenPage(props: ErrorComponentProps) {
  return (
    <PublicFrame>
      <BrokenScreen {...props} />
    </PublicFrame>
  );
}
