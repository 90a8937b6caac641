import { useEffect, useRef } from 'react';
import { useNavigate, useRouter } from '~/lib/navigation';
import { refreshSession } from '~/lib/session';
import type { Return } from './follow-return';
import { wayBackAfter } from './way-back';

/**
 * Notices that the browser comes back from a payment: takes the flags out of the address, finds out what is true of them, and leads on to
 * the draft that was left for it.
 * Few visits begin like this, so the finding out is fetched when it is needed.
 */
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
    import('./follow-return')
      .then(({ followReturn }) => followReturn({ sessionId, upgraded, packBought }))
      .then(async ({ isNews, order }) => {
        if (!isNews) return;
        const [wayBack] = await Promise.all([wayBackAfter(order), refreshSession().catch(() => null)]);
        // A customer who has gone to another page is not called back.
        if (wayBack && router.state.location.pathname === '/app')
          await navigate({ to: '/app/profile-wizard', search: { profile: wayBack } });
        else await router.invalidate();
      })
      .catch(() => null); // no network: what is true shows on the page itself
  }, [sessionId, upgraded, packBought, navigate, router]);
  return null;
}
