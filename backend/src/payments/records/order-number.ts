import { randomInt } from 'node:crypto';

/** Crockford's alphabet: nothing that is misread on paper. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUPS = 3;
const GROUP_LENGTH = 4;

/** A number such as `B-7K3M-9Q2X-TD04`: 60 random bits, so that knowing one proves having had the confirmation. */
export function newOrderNumber(prefix = 'B'): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return [prefix, ...Array.from({ length: GROUPS }, group)].join('-');
}

/** What somebody typed, as it stands in the database: letters that are misread count as what they look like. */
export function normaliseOrderNumber(typed: string): string {
  const signs = typed
    .toUpperCase()
    .replace(/^B(?=[^0-9A-Z])/, '')
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  const bare = signs.length > GROUPS * GROUP_LENGTH && signs.startsWith('B') ? signs.slice(1) : signs;
  return ['B', ...(bare.match(new RegExp(`.{1,${GROUP_LENGTH}}`, 'g')) ?? [])].join('-');
}
