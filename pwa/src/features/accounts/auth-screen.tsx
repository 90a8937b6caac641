import { memo, useDeferredValue, useState } from 'react';
import { AuthPage } from './auth-page';
import type { ChosenOrder } from './chosen-order';
import { ForgotForm } from './forgot-form';
import { waitingGoogleCallback } from './google-callback';
import { GoogleReturn } from './google-return';
import { pendingEmail } from './pending-email';
import { RegisterForm } from './register-form';
import { SignInForm } from './sign-in-form';
import { useEnterWithOtherTab } from './use-enter';
import { useFocusOnChange } from './use-focus-on-change';

export type AuthMode = 'signIn' | 'register' | 'forgot';

export interface AuthFormProps {
  /** The path gone to afterwards. */
  target: string | undefined;
  /** The address, which stays when the form changes. */
  email: string;
  onEmail: (email: string) => void;
  /** Whether signing in with Google is offered. */
  google: boolean;
  /** What is ordered afterwards. */
  chosen: ChosenOrder | null;
}

const FORMS = { signIn: memo(SignInForm), register: memo(RegisterForm), forgot: memo(ForgotForm) };

/** Sign in, open an account, or ask for a new password; also where Google sends people back to. */
export function AuthScreen({
  mode: asked,
  target,
  google,
  chosen = null,
}: {
  mode: AuthMode;
  target: string | undefined;
  google: boolean;
  chosen?: ChosenOrder | null;
}) {
  const [callback, setCallback] = useState(waitingGoogleCallback);
  const [email, setEmail] = useState(() => pendingEmail() ?? '');
  // The router draws a change of the address at once: the tap is answered before the other form is drawn.
  const mode = useDeferredValue(asked);
  const Form = FORMS[mode];
  useEnterWithOtherTab(target);
  useFocusOnChange(callback ? 'google' : mode);
  return (
    <AuthPage>
      {callback ? (
        <GoogleReturn callback={callback} onLeave={() => setCallback(null)} />
      ) : (
        <Form target={target} email={email} onEmail={setEmail} google={google} chosen={chosen} />
      )}
    </AuthPage>
  );
}
