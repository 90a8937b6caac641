import { cloneElement, type ReactElement, type ReactNode } from 'react';
import { useText } from './i18n';
import type { TextKey, TextValues } from './texts';

export interface RichTextProps {
  text: TextKey;
  values?: TextValues;
  /** What stands for each tag of the text: `<go>` … `</go>` becomes `parts.go` around the words between. Tags stand beside each other, never within one. */
  parts: Record<string, ReactElement>;
}

/** Splits into words, tag and words between, over and over. */
const TAGGED = /<(\w+)>(.*?)<\/\1>/s;
/** In place of `<` in a value: what somebody typed is no tag. */
const LESS = '\uE000';

const plain = (words: string): string => words.replaceAll(LESS, '<');

/** A text with elements in the middle, mostly links. `Trans` of react-i18next weighs more than the forms that would use it. */
export function RichText({ text, values = {}, parts }: RichTextProps) {
  const t = useText();
  const marked = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('<', LESS) : value,
    ]),
  );
  const pieces = t(text, marked).split(TAGGED);
  return pieces.map((piece, place): ReactNode => {
    if (place % 3 === 0) return plain(piece);
    if (place % 3 === 1) return null;
    const part = parts[pieces[place - 1]!];
    return part ? cloneElement(part, { key: place }, plain(piece)) : plain(piece);
  });
}
