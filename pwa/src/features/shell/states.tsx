import { useEffect, type ReactNode } from 'react';
import { errorCode, errorText, onReturn, useIsOnline, type Loaded } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { AppLinkButton, useRouter, type ErrorComponentProps } from '~/lib/navigation';
import { EmptyState, PageHeader, PlainButton, Skeleton, VisuallyHidden } from '~/ui';
import styles from './states.module.css';

/** The page that does not exist. */
export function NotFoundScreen() {
  const t = useText();
  return (
    <div className={styles.screen}>
      <PageHeader
        title={t('shell.notFound.title')}
        lead={t('shell.notFound.text')}
        actions={
          <AppLinkButton to="/" variant="primary">
            {t('shell.notFound.home')}
          </AppLinkButton>
        }
      />
    </div>
  );
}

/** A screen that could not be shown; it tries again by itself when the network comes back. */
export function BrokenScreen({ error, reset, title }: ErrorComponentProps & { title?: string }) {
  const t = useText();
  const router = useRouter();
  const isOnline = useIsOnline();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  useEffect(() => onReturn(retry));
  return (
    <div className={styles.screen}>
      <EmptyState
        isScreen
        tone="bad"
        title={title ?? t('shell.broken.title')}
        action={<PlainButton onClick={retry}>{t('shell.retry')}</PlainButton>}
      >
        <p>{isOnline ? errorText(error) : t('shell.broken.offline')}</p>
      </EmptyState>
    </div>
  );
}

/** What stands in the place of a list, or of a whole screen, that could not be loaded. Trying again helps nobody who lacks a second factor. */
export function PartError({
  title,
  error,
  onRetry,
  isScreen,
}: {
  title: string;
  error: unknown;
  onRetry?: () => void;
  isScreen?: boolean;
}) {
  const t = useText();
  const router = useRouter();
  const isOnline = useIsOnline();
  if (errorCode(error) === 'second_factor_required') {
    return (
      <EmptyState
        isScreen={isScreen}
        tone="bad"
        title={title}
        action={<AppLinkButton to="/app/settings/sicherheit">{t('shell.admin.toSecurity')}</AppLinkButton>}
      >
        <p>{t('shell.admin.secondFactor')}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      isScreen={isScreen}
      tone="bad"
      title={title}
      action={<PlainButton onClick={onRetry ?? (() => void router.invalidate())}>{t('shell.retry')}</PlainButton>}
    >
      <p>{isOnline ? errorText(error) : t('shell.broken.offline')}</p>
    </EmptyState>
  );
}

/** A part of a screen, or all of it, or what stands in its place when it could not be loaded. */
export function LoadedPart<Value>({
  of,
  failed,
  isScreen,
  children,
}: {
  of: Loaded<Value>;
  failed: string;
  isScreen?: boolean;
  children: (value: Value) => ReactNode;
}) {
  return of.ok ? children(of.value) : <PartError title={failed} error={of.error} isScreen={isScreen} />;
}

/** A screen that is loading, where it brings no picture of itself. */
export function PendingScreen() {
  const t = useText();
  return (
    <div className={styles.screen} role="status">
      <VisuallyHidden>{t('shell.loading')}</VisuallyHidden>
      <Skeleton shape="heading" width="half" />
      <Skeleton shape="line" width="long" />
    </div>
  );
}
