import { FormSkeleton } from '~/features/shell';
import { AuthPage } from './auth-page';

/** Any of the screens here while its texts are on their way. */
export const AuthSkeleton = () => (
  <AuthPage>
    <FormSkeleton />
  </AuthPage>
);
