import { api, settle } from '~/lib/api';

/** What the page «Sicherheit» shows: the ways into the account, and who has come in. */
export async function loadSecurity() {
  const [security, sessions, service] = await Promise.all([
    settle(api.getSecurity()),
    settle(api.listSessions().then(({ items }) => items)),
    settle(api.getServiceInfo()),
  ]);
  return { security, sessions, offersGoogle: service.ok && service.value.google };
}
