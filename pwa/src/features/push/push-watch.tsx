import { useEffect } from 'react';
import { useMe } from '~/lib/session';
import { renewPush } from './renew-push';

/** Keeps the server informed, once per start and customer. */
export function PushWatch() {
  const { id } = useMe();
  useEffect(() => renewPush(id), [id]);
  return null;
}
