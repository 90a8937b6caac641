import { isPushHost } from '../../config/index.js';

/** Whether `https://…` leads to one of these hosts (`name`, `name:port`, or `*.name` for what lies below it), and nothing else is in it. */
export function leadsTo(hosts: readonly string[], endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, host, username, password } = new URL(endpoint);
  if (protocol !== 'https:' || username || password) return false;
  return isPushHost(hosts, host);
}
