/** Where a browser wants to be reached, and with what messages to it are encrypted. */
export interface PushTarget {
  endpoint: string;
  /** The browser's public key, base64url. */
  p256dh: string;
  /** Known to browser and product, base64url. */
  auth: string;
}

export interface PushMessage {
  /** What the browser decrypts; below 2 kB, so that every service takes it. */
  payload: string;
  /** How long the service keeps it for a device that is away. */
  ttlSeconds: number;
  /** Of two undelivered messages with one topic the service keeps the newer: at most 32 characters of base64url. */
  topic: string;
}

/** The service is away or has too much to do. */
export class PushServiceBusy extends Error {
  constructor(
    message: string,
    /** What it asked to be given, milliseconds; null when it did not say. */
    readonly retryAfterMs: number | null,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'PushServiceBusy';
  }
}

/** The service does not take this message, now or later. */
export class PushRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PushRefused';
  }
}

export abstract class PushSender {
  /** What browsers subscribe with, base64url; null where push is not offered. */
  abstract readonly publicKey: string | null;

  /** Whether an address is one of a push service that is posted to. */
  abstract serves(endpoint: string): boolean;

  /**
   * @returns `gone` when there is nobody at this address any more.
   * @throws PushServiceBusy, PushRefused; neither tells the address.
   */
  abstract send(target: PushTarget, message: PushMessage): Promise<'sent' | 'gone'>;
}
