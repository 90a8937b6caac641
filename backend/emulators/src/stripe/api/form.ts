import { invalid } from './refusal.js';

/** A decoded form: strings, and objects of them for bracketed names. Lists are objects with the keys 0, 1, 2 … */
export interface FormObject {
  [key: string]: string | FormObject;
}

const deepest = 6;
const mostParameters = 1000;

/**
 * Decodes `application/x-www-form-urlencoded` with Stripe's nested brackets (`items[0][price]=…`, `expand[]=…`).
 * The objects have no prototype, so a name like `__proto__` is a name and nothing more.
 * @throws StripeRefusal for names that are not well formed or collide
 */
export function decodeForm(text: string): FormObject {
  const form = emptyForm();
  let count = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    if (++count > mostParameters) throw invalid(null, 'Too many parameters.');
    put(form, splitName(name), value, name);
  }
  return form;
}

function emptyForm(): FormObject {
  return Object.create(null) as FormObject;
}

function splitName(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  if (!match?.[1]) throw invalid('parameter_unknown', `Received unknown parameter: ${name}`, name);
  const inner = [...(match[2] ?? '').matchAll(/\[([^[\]]*)\]/g)].map((part) => part[1] ?? '');
  if (inner.length > deepest) throw invalid('parameter_unknown', `Received unknown parameter: ${name}`, name);
  return [match[1], ...inner];
}

function put(form: FormObject, path: string[], value: string, name: string): void {
  let at = form;
  for (const [index, part] of path.entries()) {
    const key = part === '' ? String(Object.keys(at).length) : part;
    if (index === path.length - 1) {
      if (key in at) throw invalid(null, `Parameter given twice: ${name}`, name);
      at[key] = value;
      return;
    }
    const next = at[key] ?? (at[key] = emptyForm());
    if (typeof next === 'string') throw invalid(null, `Invalid object: ${name}`, name);
    at = next;
  }
}
