import { z } from 'zod';
import type { FormObject } from './form.js';
import { invalid, type StripeRefusal } from './refusal.js';

/** Building blocks for the parameters of a call: forms carry strings, calls want numbers, booleans, lists. */
export const text = z.string().max(5000);

export const integer = z
  .string()
  .regex(/^-?\d{1,15}$/, { message: 'Invalid integer' })
  .transform(Number);

export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

export const id = z.string().min(1).max(255);

/** Absolute http(s) address; anything else would be a way to run script in the customer's browser. */
export const webAddress = z.string().max(5000).refine(isWebAddress, { message: 'Not a valid URL' });

export const emailAddress = z
  .string()
  .max(512)
  .regex(/^[^\s@]+@[^\s@]+$/, { message: 'Invalid email address' });

/** Keys and values of an object's metadata. */
export const metadata = z.record(z.string().max(40), z.string().max(500));

/** A list, which forms spell as an object with the keys 0, 1, 2 … */
export function list<T extends z.ZodType>(item: T, most = 100) {
  return z.preprocess((value) => (isIndexed(value) ? Object.values(value) : value), z.array(item).max(most));
}

export const expand = list(z.string().max(200), 20).optional();

/** What every list call takes. */
export const paging = {
  limit: integer.refine((n) => n >= 1 && n <= 100, { message: 'Limit must be between 1 and 100' }).optional(),
  starting_after: id.optional(),
  expand,
};

function isWebAddress(value: string): boolean {
  // Stripe accepts its placeholder in the address; braces alone make no address invalid.
  if (!URL.canParse(value)) return false;
  return ['http:', 'https:'].includes(new URL(value).protocol);
}

function isIndexed(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.keys(value).every((key) => /^\d+$/.test(key));
}

/**
 * Checks a call's parameters.
 * @throws StripeRefusal `parameter_unknown`, `parameter_missing` or `parameter_invalid_…`, naming the parameter as Stripe does
 */
export function parseParameters<T extends z.ZodType>(schema: T, form: FormObject): z.output<T> {
  const result = schema.safeParse(form);
  if (result.success) return result.data;
  // The unknown name is the more telling error: it says the client speaks of something this API does not have.
  const { issues } = result.error;
  throw refusalFor(issues.find((issue) => issue.code === 'unrecognized_keys') ?? issues[0]!, form);
}

type Issue = z.core.$ZodIssue;

function refusalFor(issue: Issue, form: FormObject): StripeRefusal {
  if (issue.code === 'unrecognized_keys') {
    const name = bracketed([...issue.path, issue.keys[0] ?? '']);
    return invalid('parameter_unknown', `Received unknown parameter: ${name}`, name);
  }
  const name = bracketed(issue.path);
  if (valueAt(form, issue.path) === undefined)
    return invalid('parameter_missing', `Missing required param: ${name}.`, name);
  if (issue.message === 'Invalid integer')
    return invalid('parameter_invalid_integer', `Invalid integer: ${name}`, name);
  if (issue.message === 'Not a valid URL') return invalid('url_invalid', 'Not a valid URL', name);
  return invalid(null, `Invalid ${name}: ${issue.message}`, name);
}

function bracketed(path: readonly PropertyKey[]): string {
  const [first = '', ...rest] = path.map(String);
  return first + rest.map((part) => `[${part}]`).join('');
}

function valueAt(form: FormObject, path: readonly PropertyKey[]): unknown {
  let at: unknown = form;
  for (const part of path) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = (at as Record<PropertyKey, unknown>)[part];
  }
  return at;
}
