/** A part that runs inside the supervisor in place of an outside service. */
export interface RunningStandIn {
  /** Where it speaks the service's protocol: `smtp://…` or `http://…`, on 127.0.0.1. */
  readonly serviceUrl: string;
  /** The page a person opens, if it has one. */
  readonly pageUrl?: string;
  stop(): Promise<void>;
}

/** What every stand-in needs to know. */
export interface StandInNeeds {
  /** File in which the ports of earlier starts are kept. */
  readonly portsFile: string;
}

/** What the mailbox needs to know. */
export interface MailboxNeeds extends StandInNeeds {
  /** Folder of the mails it keeps. */
  readonly dataDir: string;
}

/** What the Stripe stand-in needs to know. */
export interface StripeNeeds extends StandInNeeds {
  /** Folder of what it keeps. */
  readonly dataDir: string;
  /** Where the backend receives webhooks. */
  readonly webhookUrl: string;
  readonly webhookSecret: string;
  /** The only key it accepts. */
  readonly secretKey: string;
}

/** What the stand-in for Google's sign-in needs to know. */
export interface GoogleNeeds extends StandInNeeds {
  /** Folder of what it keeps. */
  readonly dataDir: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The only addresses it sends people back to. */
  readonly redirectUris: string[];
}

/** What the stand-in for Replicate needs to know. */
export interface ReplicateNeeds extends StandInNeeds {
  /** Folder of what it keeps. */
  readonly dataDir: string;
  /** The only token it accepts. */
  readonly token: string;
  /** Signs its messages: `whsec_` with a base64 key behind it. */
  readonly webhookSecret: string;
}

/** The outside services that are replaced, each started only when the environment does not name a real one. */
export interface StandIns {
  startMailbox(needs: MailboxNeeds): Promise<RunningStandIn>;
  startStripe(needs: StripeNeeds): Promise<RunningStandIn>;
  startGoogle(needs: GoogleNeeds): Promise<RunningStandIn>;
  /** @returns also what trains models there, `owner/name:version` */
  startReplicate(needs: ReplicateNeeds): Promise<RunningStandIn & { readonly trainer: string }>;
}

/** Path of the backend's own webhook receiver, relative to its origin. */
export const stripeWebhookPath = '/api/v1/webhooks/stripe';

/** Path of the page Google sends people back to, relative to the app's origin. */
export const googleReturnPath = '/auth';
