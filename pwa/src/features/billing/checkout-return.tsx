import { useEffect, useRef } from 'react';
import { keptWayBack } from '~/lib/device/way-back';
import { useText } from '~/lib/i18n';
import { useNavigate, useRouter } from '~/lib/navigation';
import { ensureSession, refreshSession } from '~/lib/session';
import { PageHeader, ProgressBar } from '~/ui';
import type { Return } from './follow-return';
import { wayBackAfter } from './way-back';

/** Few visits begin with a return, so the finding out is fetched when it is needed. */
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

/** Between a payment and the draft that was left for it; the dashboard, where the payment does not lead there. */
export function PaymentCheck({ sessionId, upgraded, packBought }: Return) {
  const t = useText();
  const navigate = useNavigate();
  const router = useRouter();
  const isFollowed = useRef(false);
  useEffect(() => {
    if (isFollowed.current) return;
    isFollowed.current = true;
    const follow = async (): Promise<string | null> => {
      const { followReturn } = await fetchFollowing();
      const { order } = await followReturn({ sessionId, upgraded, packBought });
      const [wayBack] = await Promise.all([wayBackAfter(order), refreshSession().catch(() => null)]);
      return wayBack;
    };
    void follow()
      .catch(() => null) // no network: what is true shows on the dashboard
      .then(async (wayBack) => {
        // A customer who has gone to another page is not called back.
        if (router.state.location.pathname !== '/app') return;
        if (wayBack) return navigate({ to: '/app/profile-wizard', search: { profile: wayBack }, replace: true });
        await navigate({ to: '/app', search: {}, replace: true });
        await router.invalidate();
      });
  }, [sessionId, upgraded, packBought, navigate, router]);
  return (
    <>
      <PageHeader title={t('billing.return.processingTitle')} lead={t('billing.return.toDraft')} />
      <ProgressBar label={t('billing.return.processing')} />
    </>
  );
}
