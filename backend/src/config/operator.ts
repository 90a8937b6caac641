import { z } from 'zod';

export interface OperatorConfig {
  name: string;
  street: string;
  city: string;
  country: string;
  email: string;
  /** Empty where `contactUrl` is the fast way to reach it. */
  phone: string;
  /** A form that is answered as fast as a call; empty where there is none. */
  contactUrl: string;
  /** How it is reached, as texts name it: the email, and the phone or the form. */
  contact: string;
  /** The commercial register it is entered in; empty where there is none. */
  register: string;
  uid: string;
  /** Empty where it is not liable to VAT. */
  vat: string;
  /** Whether VAT goes by where a customer lives: then some pay none. */
  isVatByAddress: boolean;
  /** Who answers for the content, and for data protection. */
  responsible: string;
  /** Name and address of its representative in the EU; where it has none, the reason for that. */
  euRepresentative: string;
  noEuRepresentative: string;
  /** Its data protection officer, and how that one is reached; empty where it has appointed none. */
  dataProtectionOfficer: string;
  /** Name and address of the dispute resolution body it takes part with; empty where it takes part with none. */
  disputeBody: string;
  hostingProviders: Provider[];
  mailProviders: Provider[];
  /** Countries of both kinds of providers. */
  hosting: string;
  /** Where it can be followed. */
  social: SocialLink[];
}

/** Somebody who runs servers, storage or mail for the operator. */
export interface Provider {
  name: string;
  country: string;
}

export interface SocialLink {
  network: string;
  url: string;
}

/** What says that there is none, where an empty value would be one that is missing. */
const NONE = 'none';

/** Placeholders that obviously name nobody; production does not start with them. */
const NOBODY = {
  OPERATOR_NAME: 'Bildnis Muster AG',
  OPERATOR_STREET: 'Musterstrasse 1',
  OPERATOR_CITY: '8000 Zürich',
  OPERATOR_EMAIL: 'post@bildnis.invalid',
  OPERATOR_PHONE: '+41 44 000 00 00',
  OPERATOR_REGISTER: 'Handelsregister des Kantons Zürich, CHE-000.000.000',
  OPERATOR_UID: 'CHE-000.000.000',
  OPERATOR_VAT: 'CHE-000.000.000 MWST',
  OPERATOR_RESPONSIBLE: 'Muster Person',
  OPERATOR_EU_REPRESENTATIVE: 'Muster Vertretung GmbH, Musterweg 2, 10115 Berlin, Deutschland',
  OPERATOR_DATA_PROTECTION_OFFICER: NONE,
  OPERATOR_DISPUTE_BODY: NONE,
  OPERATOR_HOSTING: 'Muster Hosting AG=Schweiz',
  OPERATOR_MAIL: 'Muster Mail AG=Schweiz',
};

/** `Muster Hosting AG=Schweiz; Muster Speicher GmbH=Deutschland`. */
const Providers = z
  .string()
  .transform((list) =>
    list
      .split(';')
      .filter((entry) => entry.trim())
      .map((entry) => ({
        name: entry.split('=')[0]!.trim(),
        country: entry.split('=').slice(1).join('=').trim(),
      })),
  )
  .pipe(
    z
      .array(
        z.object({
          name: z.string().min(1),
          country: z.string().min(1, 'each provider is «name=country», divided by semicolons'),
        }),
      )
      .min(1),
  );

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
  OPERATOR_NAME: z.string().default(NOBODY.OPERATOR_NAME),
  OPERATOR_STREET: z.string().default(NOBODY.OPERATOR_STREET),
  OPERATOR_CITY: z.string().default(NOBODY.OPERATOR_CITY),
  OPERATOR_COUNTRY: z.string().default('Schweiz'),
  OPERATOR_EMAIL: z.email().default(NOBODY.OPERATOR_EMAIL),
  OPERATOR_PHONE: z
    .string()
    .regex(/^\+[\d ()-]{7,}$/, 'an international number, +41 …')
    .optional(),
  OPERATOR_CONTACT_URL: z.url({ protocol: /^https$/ }).optional(),
  OPERATOR_REGISTER: z.string().optional(),
  OPERATOR_UID: z.string().default(NOBODY.OPERATOR_UID),
  OPERATOR_VAT: z.string().default(NOBODY.OPERATOR_VAT),
  OPERATOR_RESPONSIBLE: z.string().default(NOBODY.OPERATOR_RESPONSIBLE),
  OPERATOR_EU_REPRESENTATIVE: z.string().optional(),
  OPERATOR_NO_EU_REPRESENTATIVE: z.string().optional(),
  OPERATOR_DATA_PROTECTION_OFFICER: z.string().optional(),
  OPERATOR_DISPUTE_BODY: z.string().optional(),
  OPERATOR_HOSTING: Providers.optional(),
  OPERATOR_MAIL: Providers.optional(),
  OPERATOR_SOCIAL: SocialLinks,
};
const Variables = z.object(operatorVariables);
type Given = z.infer<typeof Variables>;

const orEmpty = (text: string) => (text.trim().toLowerCase() === NONE ? '' : text);

export function readOperator(value: Given & { STRIPE_TAX: boolean }): OperatorConfig {
  const phone = value.OPERATOR_PHONE ?? (value.OPERATOR_CONTACT_URL ? '' : NOBODY.OPERATOR_PHONE);
  const contactUrl = value.OPERATOR_CONTACT_URL ?? '';
  const hostingProviders = value.OPERATOR_HOSTING ?? Providers.parse(NOBODY.OPERATOR_HOSTING);
  const mailProviders = value.OPERATOR_MAIL ?? Providers.parse(NOBODY.OPERATOR_MAIL);
  const countries = [...hostingProviders, ...mailProviders].map(({ country }) => country);
  return {
    name: value.OPERATOR_NAME,
    street: value.OPERATOR_STREET,
    city: value.OPERATOR_CITY,
    country: value.OPERATOR_COUNTRY,
    email: value.OPERATOR_EMAIL,
    phone,
    contactUrl,
    contact: [value.OPERATOR_EMAIL, phone || contactUrl].join(', '),
    register: orEmpty(value.OPERATOR_REGISTER ?? NOBODY.OPERATOR_REGISTER),
    uid: value.OPERATOR_UID,
    vat: orEmpty(value.OPERATOR_VAT),
    isVatByAddress: value.STRIPE_TAX,
    responsible: value.OPERATOR_RESPONSIBLE,
    euRepresentative:
      value.OPERATOR_EU_REPRESENTATIVE ??
      (value.OPERATOR_NO_EU_REPRESENTATIVE ? '' : NOBODY.OPERATOR_EU_REPRESENTATIVE),
    noEuRepresentative: value.OPERATOR_EU_REPRESENTATIVE ? '' : (value.OPERATOR_NO_EU_REPRESENTATIVE ?? ''),
    dataProtectionOfficer: orEmpty(value.OPERATOR_DATA_PROTECTION_OFFICER ?? NOBODY.OPERATOR_DATA_PROTECTION_OFFICER),
    disputeBody: orEmpty(value.OPERATOR_DISPUTE_BODY ?? NOBODY.OPERATOR_DISPUTE_BODY),
    hostingProviders,
    mailProviders,
    hosting: [...new Set(countries)].join(', '),
    social: value.OPERATOR_SOCIAL,
  };
}

/** The ways of which production needs one, and the other variables it needs. */
const NEEDED: [keyof Given, ...(keyof Given)[]][] = [
  ['OPERATOR_PHONE', 'OPERATOR_CONTACT_URL'],
  ['OPERATOR_REGISTER'],
  ['OPERATOR_EU_REPRESENTATIVE', 'OPERATOR_NO_EU_REPRESENTATIVE'],
  ['OPERATOR_DATA_PROTECTION_OFFICER'],
  ['OPERATOR_DISPUTE_BODY'],
  ['OPERATOR_HOSTING'],
  ['OPERATOR_MAIL'],
];

/** Placeholders that are left, and what is missing. The country is no placeholder: for most who run this it is the true one. */
export function unfitOperator(value: Given): string[] {
  const isPlaceholder = ([name, nobody]: [string, string]) => {
    const given = value[name as keyof Given];
    if (Array.isArray(given)) return given.some((each) => 'country' in each && each.name.startsWith('Muster '));
    if (given === undefined || nobody === NONE) return false;
    return (
      given.trim() === nobody ||
      given.includes('000.000.000') ||
      given.endsWith('000 00 00') ||
      given.endsWith('.invalid')
    );
  };
  return [
    ...Object.entries(NOBODY)
      .filter(isPlaceholder)
      .map(([name]) => `${name} is still the placeholder`),
    ...NEEDED.filter((ways) => ways.every((name) => value[name] === undefined)).map(
      (ways) => `${ways.join(' or ')} is needed`,
    ),
  ];
}
