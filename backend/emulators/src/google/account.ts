import { createHash } from 'node:crypto';

/** A fictional Google account. */
export interface GoogleAccount {
  /** Google's lasting number of the account: 21 digits. */
  sub: string;
  email: string;
  emailVerified: boolean;
  name: string;
  givenName: string;
  familyName?: string;
  /** Domain of the organisation; Workspace accounts only. */
  hostedDomain?: string;
}

/** What describes a new account; the rest follows from it. */
export interface AccountDetails {
  email: string;
  name: string;
  /** True unless given. */
  emailVerified?: boolean;
  hostedDomain?: string;
  /** Derived from the address unless given, so that the same address is the same account after a restart. */
  sub?: string;
}

/** Fills in what follows from address and name. */
export function makeAccount(details: AccountDetails): GoogleAccount {
  const email = normalEmail(details.email);
  const name = details.name.trim().replace(/\s+/g, ' ');
  const lastSpace = name.lastIndexOf(' ');
  return {
    sub: details.sub ?? subOf(email),
    email,
    emailVerified: details.emailVerified ?? true,
    name,
    givenName: lastSpace < 0 ? name : name.slice(0, lastSpace),
    ...(lastSpace >= 0 && { familyName: name.slice(lastSpace + 1) }),
    ...(details.hostedDomain !== undefined && { hostedDomain: details.hostedDomain }),
  };
}

/** Addresses compare without regard to case. */
export function normalEmail(text: string): string {
  return text.trim().toLowerCase();
}

function subOf(email: string): string {
  const number = BigInt(`0x${createHash('sha256').update(email).digest('hex')}`) % 10n ** 20n;
  return `1${number.toString().padStart(20, '0')}`;
}

/** The accounts every emulator has: Google's own address, a Workspace, an own address, one that Google never verified. */
export const standardAccounts: readonly GoogleAccount[] = [
  makeAccount({ email: 'petra.muster@gmail.com', name: 'Petra Muster' }),
  makeAccount({ email: 'anna.beispiel@firma.example', name: 'Anna Beispiel', hostedDomain: 'firma.example' }),
  makeAccount({ email: 'reto.vorlage@example.org', name: 'Reto Vorlage' }),
  makeAccount({ email: 'lea.entwurf@example.org', name: 'Lea Entwurf', emailVerified: false }),
];

/** The claims Google puts into its tokens; undefined ones are left out. */
export function claimsOf(account: GoogleAccount): { sub: string } & Record<string, string | boolean | undefined> {
  return {
    sub: account.sub,
    email: account.email,
    email_verified: account.emailVerified,
    hd: account.hostedDomain,
    name: account.name,
    given_name: account.givenName,
    family_name: account.familyName,
  };
}
