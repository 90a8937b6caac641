import { TAB_DECLARATIONS } from '~/lib/device/names';

/** Which of the forms that are open to all. */
export type Act = keyof typeof TAB_DECLARATIONS;

/** What was typed into a declaration and has not been received yet, over what it begins with. It stays in this tab, also when the page is loaded anew. */
export function keptInput<Input extends object>(act: Act, initial: Input): Input {
  try {
    const kept = JSON.parse(sessionStorage.getItem(TAB_DECLARATIONS[act]) ?? '{}') as Record<string, unknown>;
    const fields = Object.keys(initial).filter((field) => kept[field] && typeof kept[field] === 'string');
    return fields.length > 0
      ? { ...initial, ...Object.fromEntries(fields.map((field) => [field, kept[field]])) }
      : initial;
  } catch {
    return initial;
  }
}

export function keepInput(act: Act, input: object): void {
  try {
    sessionStorage.setItem(TAB_DECLARATIONS[act], JSON.stringify(input));
  } catch {
    // typed again after a reload
  }
}

/** It was received. */
export function forgetInput(act: Act): void {
  try {
    sessionStorage.removeItem(TAB_DECLARATIONS[act]);
  } catch {
    // nothing was kept
  }
}
