import deCH from '~/locales/de-CH';

/** The language everything is written in first; every other one has the same keys. */
export const FIRST_LANGUAGE = 'de-CH';
export const firstTexts = deCH;

type WithoutPlural<Key extends string> = Key extends `${infer Base}_${'one' | 'other' | 'zero'}` ? Base : Key;
type Leaves<Tree, Path extends string = ''> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? `${Path}${WithoutPlural<Key>}` : Leaves<Tree[Key], `${Path}${Key}.`>;
}[keyof Tree & string];

/** The path of a text, for instance `auth.login.submit`. A key that does not exist does not compile. */
export type TextKey = Leaves<typeof deCH>;

/** What a text may be filled with; `count` also chooses the plural. */
export type TextValues = Record<string, string | number>;

/** Gives the text of a key in the current language. */
export type Text = (key: TextKey, values?: TextValues) => string;
