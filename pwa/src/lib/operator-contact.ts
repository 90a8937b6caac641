const said = (name: string): string | undefined =>
  typeof document === 'undefined' ? undefined : document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content;

/**
 * How the operator is reached, as every rendered document says it: texts that send people there need no answer of the API for it. The
 * documents of development do not, so the imprint's address stands in.
 */
export const operatorContact = (): string => said('operator-contact') ?? '/legal/imprint';

/** What follows a price, as the document says it; in development that of an installation as it comes. */
export const operatorTax = (): string => said('operator-tax') ?? 'inkl. MWST';
