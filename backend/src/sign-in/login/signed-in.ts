import type { Me } from '../../identity/index.js';

/** Who has just signed in, and the session to hand over. */
export interface SignedInAccount {
  user: Me;
  token: string;
  expiresAt: Date;
}
