import { PublicFrame } from './public-frame';
import { NotFoundScreen } from './states';

/** The page that does not exist, with header and footer around it. */
export default function NotFoundPage() {
  return (
    <PublicFrame>
      <NotFoundScreen />
    </PublicFrame>
  );
}
