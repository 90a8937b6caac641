/**
 * How the operator is reached, as every rendered document says it: texts that send people there need no answer of the API for it. The
 * documents of development do not, so the imprint's address stands in.
 */
export const operatorContact = (): string =>
  (typeof document === 'undefined'
    ? undefined
    : document.querySelector<HTMLMetaElement>('meta[name=operator-contact]')?.content) ?? '/legal/imprint';
