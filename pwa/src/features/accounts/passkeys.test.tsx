import { renderHook, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refusal, serve } from '../../../test/server';
import { renderScreen } from '../../../test/render-screen';
import { forgetMessages, usePastMessages } from '~/lib/messages';
import { StateProvider, store } from '~/lib/state';
import { AuthScreen } from './auth-screen';

const OPTIONS = 'POST /auth/passkeys/options';
const begun = {
  body: { challengeId: '7b0f3a52-6f0c-4f8e-9d55-0a4f6a1c2b3d', options: { challenge: 'AAAA', rpId: 'localhost' } },
};
const bytes = new Uint8Array([1, 2, 3]).buffer;
const credential = {
  id: 'AQID',
  rawId: bytes,
  type: 'public-key',
  authenticatorAttachment: 'platform',
  getClientExtensionResults: () => ({}),
  response: { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes, userHandle: null },
};
const user = { id: 'u1', email: 'petra@example.org', displayName: 'Petra Muster' };

const said = () =>
  renderHook(() => usePastMessages(), {
    wrapper: ({ children }) => <StateProvider store={store}>{children}</StateProvider>,
  }).result.current;
const get = vi.fn<() => Promise<unknown>>();

beforeEach(() => {
  forgetMessages();
  vi.stubGlobal('PublicKeyCredential', class {});
  Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true });
});

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'credentials');
});

async function press() {
  const page = await renderScreen(<AuthScreen mode="signIn" target="/app/profiles" google={false} />);
  await userEvent.click(screen.getByRole('button', { name: 'Mit Passkey anmelden' }));
  return page;
}

it('signs in with what the device has signed', async () => {
  get.mockResolvedValue(credential);
  const sent = serve({ [OPTIONS]: begun, 'POST /auth/passkeys/sign-in': { body: { user, token: null } } });
  const { path } = await press();
  await waitFor(() => expect(path()).toBe('/app/profiles'));
  expect(sent[1]?.body).toMatchObject({
    challengeId: begun.body.challengeId,
    session: 'cookie',
    response: { id: 'AQID', type: 'public-key', response: { signature: 'AQID' } },
  });
});

it('says quietly that the dialogue was closed', async () => {
  get.mockRejectedValue(new DOMException('The operation was not allowed.', 'NotAllowedError'));
  const sent = serve({ [OPTIONS]: begun });
  await press();
  await waitFor(() => expect(said()[0]).toMatchObject({ title: 'Abgebrochen', tone: 'info' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(sent).toHaveLength(1);
});

it('says that the passkey was not recognised', async () => {
  get.mockResolvedValue(credential);
  serve({ [OPTIONS]: begun, 'POST /auth/passkeys/sign-in': refusal(400, 'passkey_invalid') });
  await press();
  expect((await screen.findByRole('alert')).textContent).toBe('Dieser Passkey wurde nicht erkannt.');
});

it('forgets that it waits when the page comes back from the browser’s memory', async () => {
  get.mockReturnValue(new Promise(() => undefined));
  serve({ [OPTIONS]: begun });
  await press();
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Mit Passkey anmelden' }).hasAttribute('data-pending')).toBe(true),
  );
  dispatchEvent(new Event('pageshow'));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Mit Passkey anmelden' }).hasAttribute('data-pending')).toBe(false),
  );
});
