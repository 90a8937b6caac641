import { useEffect, useState } from 'react';
import { useFocusOnChange, useForm, type FieldErrors } from '~/features/accounts';
import type { TextKey } from '~/lib/i18n';
import type { Receipt } from './contracts-data';
import { forgetInput, keepInput, keptInput, type Act } from './kept-input';

export interface DeclarationRules<Input> {
  kind: Act;
  initial: Input;
  check(input: Input): FieldErrors<Input>;
  declare(input: Input): Promise<Receipt>;
  refused: Record<string, readonly [field: keyof Input, error: TextKey]>;
}

/** State of a declaration: a form until it was received, then its receipt, from whose top on the page is read. What was typed outlives a reload. */
export function useDeclaration<Input extends object>({
  kind,
  initial,
  check,
  declare,
  refused,
}: DeclarationRules<Input>) {
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  const [begun] = useState(() => keptInput(kind, initial));
  useFocusOnChange(receipt?.number ?? '');
  const form = useForm<Input>({
    initial: begun,
    check,
    act: async (input) => {
      setReceipt(await declare(input));
      forgetInput(kind);
    },
    refused,
  });
  const { input } = form;
  useEffect(() => {
    if (input !== begun) keepInput(kind, input);
  }, [kind, begun, input]);
  return { ...form, receipt };
}
