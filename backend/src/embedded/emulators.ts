/** A part that runs inside the supervisor in place of an outside service. */
export interface RunningEmulator {
  /** Where it speaks the service's protocol: `smtp://…` or `http://…`, on 127.0.0.1. */
  readonly serviceUrl: string;
  /** The page a person opens, if it has one. */
  readonly pageUrl?: string;
  stop(): Promise<void>;
}

/** What every emulator needs to know. */
export interface EmulatorNeeds {
  /** File in which the ports of earlier starts are kept. */
  readonly portsFile: string;
}

/** What the mailbox needs to know. */
export interface MailboxNeeds extends EmulatorNeeds {
  /** Folder of the mails it keeps. */
  readonly dataDir: string;
}

/** What the Stripe emulator needs to know. */
export interface StripeNeeds extends EmulatorNeeds {
  /** Folder of what it keeps. */
  readonly dataDir: string;
  /** Where the backend receives webhooks. */
  readonly webhookUrl: string;
  readonly webhookSecret: string;
  /** The only key it accepts. */
  readonly secretKey: string;
}

/** What the emulator for Google's sign-in needs to know. */
export interface GoogleNeeds extends EmulatorNeeds {
  /** Folder of what it keeps. */
  readonly dataDir: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The only addresses it sends people back to. */
  readonly redirectUris: string[];
}

/** What the emulator for Replicate needs to know. */
export interface ReplicateNeeds extends EmulatorNeeds {
  /** Folder of what it keeps. */
  readonly dataDir: string;
  /** The only token it accepts. */
  readonly token: string;
  /** Signs its messages: `whsec_` with a base64 key behind it. */
  readonly webhookSecret: string;
}

/** The outside services that are replaced, each started only when the environment does not name a real one. */
export interface Emulators {
  startMailbox(needs: MailboxNeeds): Promise<RunningEmulator>;
  /** @returns also the script in the pixel's place */
  startMeasuring(needs: EmulatorNeeds): Promise<RunningEmulator & { readonly pixelScriptUrl: string }>;
  startStripe(needs: StripeNeeds): Promise<RunningEmulator>;
  startGoogle(needs: GoogleNeeds): Promise<RunningEmulator>;
  /** @returns also what trains models there, `owner/name:version` */
  startReplicate(needs: ReplicateNeeds): Promise<RunningEmulator & { readonly trainer: string }>;
}

/** Path of the backend's own webhook receiver, relative to its origin. */
export const stripeWebhookPath = '/api/v1/webhooks/stripe';

/** Path of the page Google sends people back to, relative to the app's origin. */
export const googleReturnPath = '/auth';
