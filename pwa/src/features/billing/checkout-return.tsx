import { useEffect, useRef } from 'react';
import { keptWayBack } from '~/lib/device/way-back';
import { useText } from '~/lib/i18n';
import { AppLinkButton, useNavigate, useRouter } from '~/lib/navigation';
import { ensureSession, refreshSession } from '~/lib/session';
import { PageHeader, ProgressBar } from '~/ui';
import type { Return } from './follow-return';
import { wayBackAfter } from './way-back';

/** Few visits begin with a return, so the code that follows it is fetched when it is needed. */
const fetchFollowing = () => import('./follow-return');

const isReturn = ({ sessionId, upgraded, packBought }: Return): boolean => Boolean(sessionId ?? upgraded ?? packBought);

/** Whether the browser comes back from a payment for a draft that was left for it: then that draft is next, not the dashboard. */
export async function returnsToDraft(back: Return): Promise<boolean> {
  if (!isReturn(back)) return false;
  void fetchFollowing().catch(() => undefined);
  const me = await ensureSession();
  return me !== null && keptWayBack(me.id) !== null;
}

/** Notices that the browser comes back from a payment: takes the flags out of the address, and finds out what is true of them. */
export function CheckoutReturn({ sessionId, upgraded, packBought }: Return) {
  const navigate = useNavigate();
  const router = useRouter();
  const followed = useRef<string | null>(null);
  useEffect(() => {
    const flags = sessionId ?? (upgraded || packBought ? 'newest' : null);
    if (flags === null) {
      // Gone from the address: the next payment of this visit is another one.
      followed.current = null;
      return;
    }
    if (followed.current === flags) return;
    followed.current = flags;
    void navigate({ to: '/app', search: {}, replace: true });
    fetchFollowing()
      .then(({ followReturn }) => followReturn({ sessionId, upgraded, packBought }))
      .then(async ({ isNews }) => {
        if (!isNews) return;
        await refreshSession().catch(() => null);
        await router.invalidate();
      })
      .catch(() => null); // no network: what is true shows on the page itself
  }, [sessionId, upgraded, packBought, navigate, router]);
  return null;
}

/** How long the draft is waited for, in milliseconds; then the dashboard says what is true. */
const PATIENCE_MS = 30_000;

/** The draft that the payment leads back to; null where it leads to none. */
async function draftAfter(back: Return): Promise<string | null> {
  const { followReturn } = await fetchFollowing();
  const { order } = await followReturn(back, { saysWaiting: false });
  const [wayBack] = await Promise.all([wayBackAfter(order), refreshSession().catch(() => null)]);
  return wayBack;
}

/** Between a payment and the draft that was left for it; the dashboard, where the payment does not lead there. */
export function PaymentCheck({ sessionId, upgraded, packBought }: Return) {
  const t = useText();
  const navigate = useNavigate();
  const router = useRouter();
  const followed = useRef<Promise<string | null> | null>(null);
  useEffect(() => {
    let hasLeft = false;
    const asked = router.state.location.href;
    // A customer who has gone to another page is not called back.
    const isHere = () => !hasLeft && router.state.location.href === asked;
    followed.current ??= draftAfter({ sessionId, upgraded, packBought }).catch(() => null);
    // Told late, it is shown late as well: by whatever page is there.
    void followed.current.then(() => {
      if (!isHere()) void router.invalidate();
    });
    const patience = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS));
    void Promise.race([followed.current, patience]).then((wayBack) => {
      if (!isHere()) return;
      if (wayBack) void navigate({ to: '/app/profile-wizard', search: { profile: wayBack }, replace: true });
      else void navigate({ to: '/app', search: {}, replace: true });
    });
    return () => {
      hasLeft = true;
    };
  }, [sessionId, upgraded, packBought, navigate, router]);
  return (
    <>
      <PageHeader
        title={t('billing.return.processingTitle')}
        lead={t('billing.return.toDraft')}
        actions={
          <AppLinkButton to="/app" replace>
            {t('billing.return.toDashboard')}
          </AppLinkButton>
        }
      />
      <ProgressBar label={t('billing.return.processing')} />
    </>
  );
}
