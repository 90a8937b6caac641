import { html, type Markup } from '../../pages/markup.js';
import { buildTaxId } from '../objects/tax-id.js';
import type { WireCustomer } from '../objects/wire.js';
import { newPartId } from '../state/ids.js';
import type { SessionDraft } from '../state/store.js';
import type { World } from '../state/world.js';
import { input } from './card-form.js';

/** Who buys, as typed: for a company its name and VAT number, and an address where the session asks for one. */
export interface BuyerValues {
  company: string;
  vatNumber: string;
  street: string;
  postcode: string;
  town: string;
  country: string;
}

export type BuyerErrors = { [K in keyof BuyerValues]?: string };

const NOBODY: BuyerValues = { company: '', vatNumber: '', street: '', postcode: '', town: '', country: 'CH' };

/** What is known of a customer from before. */
export const buyerOf = ({ address, business_name: company, tax_ids: ids }: WireCustomer): BuyerValues => ({
  ...NOBODY,
  company: company ?? '',
  vatNumber: ids?.data[0]?.value ?? '',
  ...(address && {
    street: address.line1 ?? '',
    postcode: address.postal_code ?? '',
    town: address.city ?? '',
    country: address.country ?? '',
  }),
});

/** Reads who buys from a posted form; missing fields are empty. */
export function readBuyer(body: string): BuyerValues {
  const form = new URLSearchParams(body);
  const field = (name: keyof BuyerValues) => (form.get(name) ?? '').trim().slice(0, 200);
  return {
    company: field('company'),
    vatNumber: field('vatNumber').toUpperCase(),
    street: field('street'),
    postcode: field('postcode'),
    town: field('town'),
    country: field('country').toUpperCase(),
  };
}

/** There is a sentence for each field that is wrong. */
export function checkBuyer(values: BuyerValues, { asksAddress, asksCompany }: SessionDraft): BuyerErrors {
  const errors: BuyerErrors = {};
  if (asksCompany && values.vatNumber && !/^(CHE|[A-Z]{2})[\w. -]{5,20}$/.test(values.vatNumber))
    errors.vatNumber = 'Geben Sie die Nummer wie CHE-123.456.789 MWST oder DE123456789 ein.';
  if (!asksAddress) return errors;
  if (!values.street) errors.street = 'Geben Sie Strasse und Nummer ein.';
  if (!values.postcode) errors.postcode = 'Geben Sie die Postleitzahl ein.';
  if (!values.town) errors.town = 'Geben Sie den Ort ein.';
  if (!/^[A-Z]{2}$/.test(values.country))
    errors.country = 'Geben Sie das Land mit zwei Buchstaben ein, zum Beispiel CH.';
  return errors;
}

/** Keeps who buys at the customer, as the session asked for it. */
export function keepBuyer(
  world: World,
  customer: WireCustomer,
  values: BuyerValues,
  { asksAddress, asksCompany }: SessionDraft,
): void {
  if (asksAddress)
    customer.address = {
      city: values.town,
      country: values.country,
      line1: values.street,
      line2: null,
      postal_code: values.postcode,
      state: null,
    };
  if (!asksCompany) return;
  if (values.company) customer.name = customer.business_name = values.company;
  if (values.vatNumber)
    customer.tax_ids = {
      object: 'list',
      data: [buildTaxId(customer.id, values.vatNumber, world.now(), newPartId('taxId'))],
      has_more: false,
      url: `/v1/customers/${customer.id}/tax_ids`,
    };
}

/** The fields that a session asks for, beside the card. */
export function buyerFields(
  values: BuyerValues,
  errors: BuyerErrors,
  { asksAddress, asksCompany }: SessionDraft,
): Markup | false {
  if (!asksAddress && !asksCompany) return false;
  const field = (name: keyof BuyerValues, label: string, fill: string, required = true) =>
    input({ name, label, value: values[name], error: errors[name], fill, required });
  return html`${asksCompany && html`${field('company', 'Firma', 'organization', false)}${field('vatNumber', 'MWST-Nummer', 'off', false)}`}
${
  asksAddress &&
  html`${field('street', 'Strasse und Nummer', 'address-line1')}
<div class="pair">
${field('postcode', 'Postleitzahl', 'postal-code')}
${field('town', 'Ort', 'address-level2')}
</div>
${field('country', 'Land', 'country')}`
}`;
}
