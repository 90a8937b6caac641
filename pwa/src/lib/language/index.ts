/** The language of the app and of the public pages: texts, dates, numbers. */
export const LANGUAGE = 'de-CH';
