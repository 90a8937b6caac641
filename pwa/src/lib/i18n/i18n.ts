import { facts } from '~/lib/facts';
import { LANGUAGE } from '~/lib/language';
import { operatorContact, operatorTax } from '~/lib/operator-contact';
import i18next, { createInstance, type i18n as Translations } from 'i18next';
import { useCallback } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
import { firstLanguage, type Text, type TextKey, type TextPart } from './texts';

/** The parts of the texts that have been fetched or are on their way. */
const parts = new Map<TextPart, Promise<void>>();

/** How long a run takes, as it is said: the estimate and a minute less. */
const minutes = { generation: `${facts.generation.estimateSeconds / 60 - 1}-${facts.generation.estimateSeconds / 60}` };

const strict = import.meta.env.DEV || import.meta.env.MODE === 'test';

function refuse(what: string): never {
  throw new Error(what);
}

/** Sets up a translation instance; in development and in tests a missing key or value throws. */
export function setUp(translations: Translations, isStrict: boolean): void {
  void translations.init({
    lng: LANGUAGE,
    fallbackLng: LANGUAGE,
    initAsync: false,
    // A copy: parts that arrive later are written into it.
    resources: { [LANGUAGE]: { translation: structuredClone(firstLanguage.startTexts) } },
    returnNull: false,
    saveMissing: isStrict,
    missingKeyHandler: (_languages, _namespace, key) => refuse(`Text is missing: ${key}`),
    missingInterpolationHandler: (text: string, value: string[]) =>
      isStrict ? refuse(`Value ${value[1]} is missing in: ${text}`) : '',
    // React escapes; the facts (prices, counts, durations) and what differs between operators are at hand in every text.
    interpolation: {
      escapeValue: false,
      defaultVariables: { facts, minutes, operator: { contact: operatorContact(), tax: operatorTax() } },
    },
    // Texts that arrive later are drawn where something waits for them: the page's title, for one.
    react: { useSuspense: false, bindI18nStore: 'added' },
  });
}

setUp(i18next.use(initReactI18next), strict);

/** A separate instance, for tests of the rules above. */
export function newTranslations(isStrict: boolean): Translations {
  const translations = createInstance();
  setUp(translations, isStrict);
  return translations;
}

async function fetchPart(part: TextPart): Promise<void> {
  const { default: fetched } = await firstLanguage.laterTexts[part]();
  i18next.addResourceBundle(
    LANGUAGE,
    'translation',
    part.split('.').reduceRight<object>((inner, key) => ({ [key]: inner }), fetched),
    true,
  );
}

/**
 * Fetches the texts of a part, once. Routes that show them wait for it in their loader, beside their data.
 * @throws Error when they cannot be fetched; the next call tries again
 */
export function loadTexts(part: TextPart): Promise<void> {
  const known = parts.get(part);
  if (known) return known;
  const loading = fetchPart(part);
  parts.set(part, loading);
  loading.catch(() => parts.delete(part));
  return loading;
}

/** Fetches every part: for tests, which show screens without their routes. */
export async function loadAllTexts(): Promise<void> {
  await Promise.all((Object.keys(firstLanguage.laterTexts) as TextPart[]).map(loadTexts));
}

/** Whether the text of a key has arrived. */
export const hasText = (key: TextKey): boolean => i18next.exists(key);

/** Texts without values that have been looked up: a screen asks for the same hundred with every press. */
const known = new Map<TextKey, string>();

/** The text of a key outside React. */
export const text: Text = (key, values) => {
  if (values) return i18next.t(key, values as never) as unknown as string;
  const before = known.get(key);
  if (before !== undefined) return before;
  const found = i18next.t(key);
  // One that has not arrived yet is looked for again.
  if (found !== key) known.set(key, found);
  return found;
};

/** The texts in React: `const t = useText()`, then `t('auth.login.submit')`. */
export function useText(): Text {
  // Another function each time texts arrive, so that what shows them is drawn anew.
  const { t } = useTranslation();
  // oxlint-disable-next-line react-hooks/exhaustive-deps, react/exhaustive-effect-dependencies
  return useCallback<Text>((key, values) => text(key, values), [t]);
}
