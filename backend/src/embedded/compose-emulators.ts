import { join } from 'node:path';
import { STRIPE_EVENTS } from '../integrations/payments/stripe-events.js';
import { keepPort } from './kept-ports.js';
import { startMailbox } from '@bildnis/emulators/mailbox';
import type { Emulators } from './emulators.js';
import { startStripeEmulator } from '@bildnis/emulators/stripe';

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
    const stripe = await startStripeEmulator({
      ...needs,
      port,
      dataFile: join(dataDir, 'state.json'),
      enabledEvents: STRIPE_EVENTS,
    });
    return { serviceUrl: stripe.url, stop: () => stripe.stop() };
  },

  async startGoogle({ dataDir, portsFile, ...client }) {
    const { startGoogleEmulator } = await import('@bildnis/emulators/google');
    const google = await startGoogleEmulator({
      ...client,
      port: await keepPort(portsFile, 'google'),
      dataFile: join(dataDir, 'state.json'),
    });
    return { serviceUrl: google.issuer, stop: () => google.stop() };
  },

  async startReplicate({ dataDir, portsFile, ...needs }) {
    const { startReplicateEmulator } = await import('@bildnis/emulators/replicate');
    const replicate = await startReplicateEmulator({
      ...needs,
      port: await keepPort(portsFile, 'replicate'),
      dataFile: join(dataDir, 'state.json'),
    });
    const { owner, name, version } = replicate.trainer;
    return { serviceUrl: replicate.url, trainer: `${owner}/${name}:${version}`, stop: () => replicate.stop() };
  },
};
