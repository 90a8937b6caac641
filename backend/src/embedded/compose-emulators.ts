import { join } from 'node:path';
import { STRIPE_EVENTS } from '../integrations/payments/stripe-events.js';
import { damaged } from './kept-file.js';
import { keepPort } from './kept-ports.js';
import { startMailbox } from '@bildnis/emulators/mailbox';
import type { Emulators } from './emulators.js';
import { DamagedState } from '@bildnis/emulators/state';
import { startStripeEmulator } from '@bildnis/emulators/stripe';

/** Has a damaged file named as one of the data folder. @param without as of `damaged` */
const namingDamage = <T>(starting: Promise<T>, without: string): Promise<T> =>
  starting.catch((error: unknown) => {
    throw error instanceof DamagedState ? damaged(error.path, without) : error;
  });

/** The parts that take the place of outside services, on the ports they had last time. */
export const emulators: Emulators = {
  async startMailbox({ dataDir, portsFile }) {
    const mailbox = await startMailbox({ dataDir, port: await keepPort(portsFile, 'mailbox') });
    return { serviceUrl: mailbox.smtpUrl, pageUrl: mailbox.url, stop: () => mailbox.stop() };
  },

  async startMeasuring({ portsFile }) {
    const { startMeasuring } = await import('@bildnis/emulators/measuring');
    const measuring = await startMeasuring({ port: await keepPort(portsFile, 'measuring') });
    const { url, pixelScriptUrl } = measuring;
    return { serviceUrl: url, pageUrl: url, pixelScriptUrl, stop: () => measuring.stop() };
  },

  async startStripe({ dataDir, portsFile, ...needs }) {
    const port = await keepPort(portsFile, 'stripe');
    const stripe = await namingDamage(
      startStripeEmulator({ ...needs, port, dataFile: join(dataDir, 'state.json'), enabledEvents: STRIPE_EVENTS }),
      'Ohne sie weiss der Emulator für Stripe von keinem Abo und keiner Zahlung mehr.',
    );
    return { serviceUrl: stripe.url, stop: () => stripe.stop() };
  },

  async startGoogle({ dataDir, portsFile, ...client }) {
    const { startGoogleEmulator } = await import('@bildnis/emulators/google');
    const port = await keepPort(portsFile, 'google');
    const google = await namingDamage(
      startGoogleEmulator({ ...client, port, dataFile: join(dataDir, 'state.json') }),
      'Ohne sie fehlen dem Emulator für Google die Konten, die dort angelegt wurden.',
    );
    return { serviceUrl: google.issuer, stop: () => google.stop() };
  },

  async startReplicate({ dataDir, portsFile, ...needs }) {
    const { startReplicateEmulator } = await import('@bildnis/emulators/replicate');
    const port = await keepPort(portsFile, 'replicate');
    const replicate = await namingDamage(
      startReplicateEmulator({ ...needs, port, dataFile: join(dataDir, 'state.json') }),
      'Ohne sie fehlen dem Emulator für Replicate die trainierten Modelle: Profile müssen neu trainiert werden.',
    );
    const { owner, name, version } = replicate.trainer;
    return { serviceUrl: replicate.url, trainer: `${owner}/${name}:${version}`, stop: () => replicate.stop() };
  },
};
