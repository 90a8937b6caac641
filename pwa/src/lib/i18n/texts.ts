import { laterTexts, startTexts } from '~/locales/de-CH';

type LaterTexts = typeof laterTexts;

/** A part of the texts that comes with the routes that show it. */
export type TextPart = keyof LaterTexts;

type TextsOf<Part extends TextPart> = Awaited<ReturnType<LaterTexts[Part]>>['default'];
/** A part in its place: `a.b` stands in `b` of `a`. */
type Placed<Path extends string, Texts> = Path extends `${infer First}.${infer Rest}`
  ? { [Key in First]: Placed<Rest, Texts> }
  : { [Key in Path]: Texts };
type Together<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type AllTexts = typeof startTexts & Together<{ [Part in TextPart]: Placed<Part, TextsOf<Part>> }[TextPart]>;

/** What every start brings, and how the rest is fetched. */
export const firstLanguage: {
  startTexts: typeof startTexts;
  laterTexts: { [Part in TextPart]: () => Promise<{ default: TextsOf<Part> }> };
} = { startTexts, laterTexts };

type WithoutPlural<Key extends string> = Key extends `${infer Base}_${'one' | 'other' | 'zero'}` ? Base : Key;
type Leaves<Tree, Path extends string = ''> = {
  [Key in keyof Tree & string]: Tree[Key] extends string
    ? `${Path}${WithoutPlural<Key>}`
    : Leaves<Tree[Key], `${Path}${Key}.`>;
}[keyof Tree & string];

/** The path of a text, for instance `auth.login.submit`. A key that does not exist does not compile. */
export type TextKey = Leaves<AllTexts>;

/** What a text may be filled with; `count` also chooses the plural. */
export type TextValues = Record<string, string | number>;

/** Gives the text of a key. */
export type Text = (key: TextKey, values?: TextValues) => string;
