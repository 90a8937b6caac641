import { facts } from '~/lib/facts';
import i18next, { createInstance, type i18n as Translations } from 'i18next';
import { useCallback } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
import { FIRST_LANGUAGE, firstTexts, type Text, type TextKey, type TextValues } from './texts';

/** Further languages: a folder beside de-CH with the same files, loaded when it is asked for. */
const otherLanguages = import.meta.glob<{ default: typeof firstTexts }>(['../../locales/*/index.ts', '!../../locales/de-CH/index.ts']);

/** How long a run takes, as it is said: the estimate and a minute less. */
const minutes = { generation: `${facts.generation.estimateSeconds / 60 - 1}-${facts.generation.estimateSeconds / 60}` };

const strict = import.meta.env.DEV || import.meta.env.MODE === 'test';

function refuse(what: string): never {
  throw new Error(what);
}

/** Sets up a translation instance; in development and in tests a missing key or value throws. */
export function setUp(translations: Translations, isStrict: boolean): void {
  void translations.init({
    lng: FIRST_LANGUAGE,
    fallbackLng: FIRST_LANGUAGE,
    initAsync: false,
    resources: { [FIRST_LANGUAGE]: { translation: firstTexts } },
    returnNull: false,
    saveMissing: isStrict,
    missingKeyHandler: (_languages, _namespace, key) => refuse(`Text is missing: ${key}`),
    missingInterpolationHandler: (text: string, value: string[]) => (isStrict ? refuse(`Value ${value[1]} is missing in: ${text}`) : ''),
    // React escapes; the facts (prices, counts, durations) are at hand in every text.
    interpolation: { escapeValue: false, defaultVariables: { facts, minutes } },
    react: { useSuspense: false },
  });
}

setUp(i18next.use(initReactI18next), strict);

/** A separate instance, for tests of the rules above. */
export function newTranslations(isStrict: boolean): Translations {
  const translations = createInstance();
  setUp(translations, isStrict);
  return translations;
}

/** Changes the language, loading its texts first. */
export async function changeLanguage(language: string): Promise<void> {
  const load = otherLanguages[`../../locales/${language}/index.ts`];
  if (load) i18next.addResourceBundle(language, 'translation', (await load()).default);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

/** The text of a key outside React. */
export const text: Text = (key, values) => i18next.t(key as never, values as never) as unknown as string;

/** The texts in React: `const t = useText()`, then `t('auth.login.submit')`. */
export function useText(): Text {
  const { t } = useTranslation();
  return useCallback<Text>((key: TextKey, values?: TextValues) => t(key as never, values as never) as unknown as string, [t]);
}
