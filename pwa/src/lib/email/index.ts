/** Deliberately lenient, as the server decides: something, an @, something with a dot. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u;

/** Whether a text may be an email address. */
export const isEmail = (text: string): boolean => EMAIL.test(text.trim());
