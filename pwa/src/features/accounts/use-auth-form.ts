import { useState } from 'react';
import { api, errorCode, errorText } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useNavigate, useRouter } from '~/lib/navigation';
import { beginSession } from '~/lib/session';
import { keepPendingEmail } from './pending-email';
import { checkRegistration, checkSignIn, type Credentials, type FieldErrors } from './validation';

export type AuthMode = 'signIn' | 'register';

const EMPTY: Credentials = { name: '', email: '', password: '', acceptsTerms: false };

/** State and acts of the form on /auth. */
export function useAuthForm(mode: AuthMode, target: string | undefined) {
  const t = useText();
  const navigate = useNavigate();
  const router = useRouter();
  const [input, setInput] = useState(EMPTY);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [isPending, setPending] = useState(false);

  const change = (part: Partial<Credentials>) => {
    setInput({ ...input, ...part });
    setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in part))));
  };

  async function signIn() {
    const { user } = await api.login({ body: { email: input.email.trim(), password: input.password, session: 'cookie' } });
    beginSession(user);
    router.history.replace(target ?? '/app');
  }

  async function register() {
    const body = { email: input.email.trim(), password: input.password, displayName: input.name.trim(), acceptTerms: true } as const;
    const { email } = await api.register({ body });
    keepPendingEmail(email);
    await navigate({ to: '/verify-email' });
  }

  function fail(error: unknown) {
    const code = errorCode(error);
    if (code === 'email_not_confirmed') keepPendingEmail(input.email.trim());
    if (code === 'email_taken') setErrors({ email: 'errors.email_taken' });
    else if (code === 'weak_password') setErrors({ password: 'errors.weak_password' });
    else setFailure(error);
    const title = code === 'email_taken' ? t('accounts.error.exists') : t('errors.title');
    notify({ title, text: errorText(error), tone: 'bad' });
  }

  async function submit() {
    if (isPending) return;
    setFailure(null);
    const found = mode === 'register' ? checkRegistration(input) : checkSignIn(input);
    setErrors(found);
    if (found.acceptsTerms) notify({ title: t('accounts.error.termsTitle'), text: t('accounts.error.terms'), tone: 'bad' });
    if (Object.keys(found).length > 0) return focusFirstError();
    setPending(true);
    try {
      await (mode === 'register' ? register() : signIn());
    } catch (error) {
      fail(error);
      focusFirstError();
    } finally {
      setPending(false);
    }
  }

  return { input, errors, failure, isPending, change, submit };
}

/** Once the errors are drawn, the keyboard is where the first one is. */
function focusFirstError(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus());
}
