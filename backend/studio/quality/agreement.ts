import type { PhotoReason } from '../core/port.js';

/** What is said of a photo: by the server, where null takes it, and by the device, where null sends it. */
export interface Words {
  name: string;
  server: PhotoReason | null;
  device: PhotoReason | null;
}

/** How often something may be, of how many. */
interface Share {
  count: number;
  of: number;
}

/** How well devices and the server agree. A photo that is sent has the server's word, so only refusals of devices can differ. */
export interface Agreement {
  photos: number;
  /** The device refuses for another reason than the server, or what the server takes. */
  differing: Words[];
  wronglyRefused: Words[];
  /** Of all photos, of those that the server takes, and of those that it refuses. */
  shares: { differing: Share; wronglyRefused: Share; caught: Share };
  reasons: { reason: PhotoReason; server: number; caught: number; sentForNothing: number; differing: number }[];
}

/** Most photos of which devices may say something else, most good ones that they may refuse, and fewest bad ones that they must keep back. */
export const MOST_DIFFERING = 0.02;
export const MOST_WRONGLY_REFUSED = 0.005;
export const LEAST_CAUGHT = 0.6;

export function agreementOf(words: readonly Words[]): Agreement {
  const differing = words.filter(({ device, server }) => device !== null && device !== server);
  const wronglyRefused = differing.filter(({ server }) => server === null);
  const refused = words.filter(({ server }) => server !== null);
  const caught = refused.filter(({ server, device }) => device === server);
  const reasons = [...new Set(words.flatMap(({ server, device }) => [server ?? [], device ?? []].flat()))];
  return {
    photos: words.length,
    differing,
    wronglyRefused,
    shares: {
      differing: { count: differing.length, of: words.length },
      wronglyRefused: { count: wronglyRefused.length, of: words.length - refused.length },
      caught: { count: caught.length, of: refused.length },
    },
    reasons: reasons.toSorted().map((reason) => ({
      reason,
      server: words.filter(({ server }) => server === reason).length,
      caught: words.filter(({ server, device }) => server === reason && device === reason).length,
      sentForNothing: words.filter(({ server, device }) => server === reason && device === null).length,
      differing: differing.filter(({ device }) => device === reason).length,
    })),
  };
}

/** What of it is out of bounds. */
export function breachesOfAgreement({ shares }: Agreement): string[] {
  return [
    shareOf(shares.differing) > MOST_DIFFERING && 'differing',
    shareOf(shares.wronglyRefused) > MOST_WRONGLY_REFUSED && 'wronglyRefused',
    shareOf(shares.caught) < LEAST_CAUGHT && 'caught',
  ].filter((breach) => breach !== false);
}

const shareOf = ({ count, of }: Share): number => (of === 0 ? 1 : count / of);

/** The table that is printed. */
export function agreementLines(agreement: Agreement): string[] {
  const { photos, shares, reasons, differing } = agreement;
  const inWords = (share: Share): string => `${share.count} von ${share.of} (${(100 * shareOf(share)).toFixed(2)} %)`;
  const row = (cells: readonly (string | number)[]): string =>
    cells.map((cell, i) => (i === 0 ? String(cell).padEnd(20) : String(cell).padStart(10))).join('');
  return [
    `Gerät und Server über ${photos} Fotos`,
    `  anderes Urteil: ${inWords(shares.differing)}`,
    `  vom Gerät abgelehnt, vom Server angenommen: ${inWords(shares.wronglyRefused)}`,
    `  vom Server abgelehnt und schon auf dem Gerät: ${inWords(shares.caught)}`,
    row(['  Grund', 'Server', 'Gerät', 'umsonst', 'anders']),
    ...reasons.map((r) => row([`  ${r.reason}`, r.server, r.caught, r.sentForNothing, r.differing])),
    ...differing.map(({ name, server, device }) => `  anders: ${name}: Gerät ${device}, Server ${server ?? 'gut'}`),
  ];
}
