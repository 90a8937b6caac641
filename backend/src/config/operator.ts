import { z } from 'zod';

export interface OperatorConfig {
  name: string;
  street: string;
  city: string;
  country: string;
  email: string;
  uid: string;
  vat: string;
  /** Who answers for the content, and for data protection. */
  responsible: string;
  /** Countries where servers, storage and mail are run for it, as the privacy policy names them. */
  hosting: string;
  /** Where it can be followed. */
  social: SocialLink[];
}

export interface SocialLink {
  network: string;
  url: string;
}

/** Placeholders that obviously name nobody; production does not start with them. */
const NOBODY: Omit<OperatorConfig, 'social'> = {
  name: 'Bildnis Muster AG',
  street: 'Musterstrasse 1',
  city: '8000 Zürich',
  country: 'Schweiz',
  email: 'post@bildnis.invalid',
  uid: 'CHE-000.000.000',
  vat: 'CHE-000.000.000 MWST',
  responsible: 'Muster Person',
  hosting: 'auf Anfrage',
};

/** `LinkedIn=https://… Instagram=https://…`, divided by spaces. */
const SocialLinks = z
  .string()
  .default('')
  .transform((list) =>
    list
      .split(/\s+/)
      .filter(Boolean)
      .map((entry) => ({ network: entry.split('=')[0]!, url: entry.split('=').slice(1).join('=') })),
  )
  .pipe(z.array(z.object({ network: z.string().min(1), url: z.url({ protocol: /^https$/ }) })));

/** Who runs this installation, as imprint, terms and privacy policy name them. */
export const operatorVariables = {
  OPERATOR_NAME: z.string().default(NOBODY.name),
  OPERATOR_STREET: z.string().default(NOBODY.street),
  OPERATOR_CITY: z.string().default(NOBODY.city),
  OPERATOR_COUNTRY: z.string().default(NOBODY.country),
  OPERATOR_EMAIL: z.email().default(NOBODY.email),
  OPERATOR_UID: z.string().default(NOBODY.uid),
  OPERATOR_VAT: z.string().default(NOBODY.vat),
  OPERATOR_RESPONSIBLE: z.string().default(NOBODY.responsible),
  OPERATOR_HOSTING: z.string().default(NOBODY.hosting),
  OPERATOR_SOCIAL: SocialLinks,
};
const Variables = z.object(operatorVariables);

export function readOperator(value: z.infer<typeof Variables>): OperatorConfig {
  return {
    name: value.OPERATOR_NAME,
    street: value.OPERATOR_STREET,
    city: value.OPERATOR_CITY,
    country: value.OPERATOR_COUNTRY,
    email: value.OPERATOR_EMAIL,
    uid: value.OPERATOR_UID,
    vat: value.OPERATOR_VAT,
    responsible: value.OPERATOR_RESPONSIBLE,
    hosting: value.OPERATOR_HOSTING,
    social: value.OPERATOR_SOCIAL,
  };
}

/** What is still a placeholder. The country is none: for most who run this it is the true one. Nor are those of hosting: not naming them claims nothing. */
export function placeholdersOf(operator: OperatorConfig): string[] {
  const { country: _, hosting: __, ...telling } = NOBODY;
  const isPlaceholder = (name: keyof typeof telling) =>
    operator[name].trim() === NOBODY[name] ||
    operator[name].includes('000.000.000') ||
    operator[name].endsWith('.invalid');
  return (Object.keys(telling) as (keyof typeof telling)[])
    .filter(isPlaceholder)
    .map((name) => `OPERATOR_${name.toUpperCase()} is still the placeholder`);
}
