import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AccountDetails, GoogleAccount } from './account.js';
import { giveAnswer } from './give-answer.js';
import { missingPage } from './other-pages.js';
import { homeOf, makeProvider, type GoogleClient } from './provider.js';
import { SignIn } from './sign-in.js';
import { State } from './state.js';

export interface GoogleEmulatorOptions extends GoogleClient {
  /** 0 or nothing takes a free port. */
  port?: number;
  /** JSON file (for its owner alone) that carries signing keys and added accounts over restarts; without it both live in memory. */
  dataFile?: string;
}

/** A running emulator for Google's sign-in. */
export interface GoogleEmulator {
  /** `http://127.0.0.1:port`; discovery starts here. */
  issuer: string;
  port: number;
  stop(): Promise<void>;
  /** Adds an account to choose, or replaces the one with the same `sub`. */
  addAccount(account: AccountDetails): Promise<GoogleAccount>;
  /** The accounts on the page, in its order. */
  accounts(): GoogleAccount[];
}

/**
 * Starts an emulator for Google's sign-in on 127.0.0.1: an OpenID provider with one client and fictional accounts, which are chosen
 * without a password. Sessions and codes live in memory, at most 500 of each kind.
 * @throws the listen error when the port is taken; an error when the data file is damaged
 */
export async function startGoogleEmulator(options: GoogleEmulatorOptions): Promise<GoogleEmulator> {
  const state = await State.open(options.dataFile);
  const server = createServer();
  await listen(server, options.port ?? 0);
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  try {
    const handle = requestHandler(issuer, options, state);
    server.on('request', (request, response) => void handle(request, response));
  } catch (error) {
    await close(server);
    throw error;
  }
  return {
    issuer,
    port,
    stop: () => close(server),
    addAccount: (account) => state.add(account),
    accounts: () => state.accounts(),
  };
}

function requestHandler(
  issuer: string,
  client: GoogleClient,
  state: State,
): ReturnType<ReturnType<typeof makeProvider>['callback']> {
  const provider = makeProvider(issuer, client, state);
  const signIn = new SignIn(provider, state, client);
  const { host } = new URL(issuer);
  provider.use(async (ctx, next) => {
    // A page elsewhere must not reach in by pointing its own name here.
    if (ctx.get('host') !== host) return giveAnswer(ctx, { status: 403, headers: {}, body: 'Unknown host' });
    const answer = await signIn.answer(ctx);
    if (answer) return giveAnswer(ctx, answer);
    await next();
    if (ctx.status === 404 && !ctx.body && ctx.accepts('json', 'html') === 'html')
      giveAnswer(ctx, missingPage(homeOf(client)));
  });
  return provider.callback();
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
