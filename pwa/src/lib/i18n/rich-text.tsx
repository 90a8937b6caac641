import type { ReactElement } from 'react';
import { Trans } from 'react-i18next';
import type { TextKey, TextValues } from './texts';

export interface RichTextProps {
  text: TextKey;
  values?: TextValues;
  /** What stands for each tag of the text: `<go>` … `</go>` becomes `parts.go` around the words between. Void elements of HTML (`link`!) cannot be names. */
  parts: Record<string, ReactElement>;
}

/** A text with elements in the middle, mostly links. */
export function RichText({ text, values, parts }: RichTextProps) {
  return <Trans i18nKey={text as never} values={values as never} components={parts} />;
}
