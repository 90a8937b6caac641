import type { ReactNode } from 'react';
import { errorCode, errorText } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { AppLink } from '~/lib/navigation';
import { Notice } from '~/ui';

/** What went wrong with a form as a whole, where it happened. */
export function Failure({
  error,
  action,
  target,
}: {
  error: unknown;
  action?: ReactNode;
  target?: string | undefined;
}) {
  const t = useText();
  if (!error) return null;
  const resend = errorCode(error) === 'email_not_confirmed' && (
    <AppLink to="/verify-email" search={{ redirect: target }} variant="strong">
      {t('accounts.verify.resend')}
    </AppLink>
  );
  return (
    <Notice tone="bad" action={resend || action}>
      {errorText(error)}
    </Notice>
  );
}
