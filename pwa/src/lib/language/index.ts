/** The language of the app and of the public pages: texts, dates, numbers. docs/contributing.md#add-a-language says what a second one needs. */
export const LANGUAGE = 'de-CH';
