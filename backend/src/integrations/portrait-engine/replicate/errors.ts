/** The provider did not answer, or said that it cannot now. What was asked may have been done all the same. */
export class ReplicateUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ReplicateUnavailable';
  }
}

/** So much of the provider's words is kept. */
const MOST_WORDS = 200;
const KEY = /(?:r8|whsec)_/;

const isAddress = (word: string): boolean => word.split('/').length > 2 || (word.includes('?') && word.includes('='));

/** Words of the provider as they may stand in a log: without addresses, for the photos of a training lie behind one, and without keys and what is quoted. */
export const harmlessWords = (text: string): string =>
  text
    .split('\n', 1)[0]!
    .replaceAll(/"[^"]*"/g, '…')
    .split(' ')
    .map((word) => (isAddress(word) || KEY.test(word) ? '…' : word))
    .join(' ')
    .slice(0, MOST_WORDS);

/** The provider refuses a call for good. */
export class ReplicateRefused extends Error {
  constructor(
    readonly status: number,
    detail: string,
  ) {
    super(`replicate refused with ${status}: ${harmlessWords(detail)}`);
    this.name = 'ReplicateRefused';
  }
}
