import { useState } from 'react';
import { useFocusOnChange, useForm, type FieldErrors } from '~/features/accounts';
import type { TextKey } from '~/lib/i18n';
import type { Receipt } from './contracts-data';

export interface DeclarationRules<Input> {
  initial: Input;
  check(input: Input): FieldErrors<Input>;
  declare(input: Input): Promise<Receipt>;
  refused: Record<string, readonly [field: keyof Input, error: TextKey]>;
}

/** State of a declaration: a form until it was received, then its receipt, from whose top on the page is read. */
export function useDeclaration<Input extends object>({ initial, check, declare, refused }: DeclarationRules<Input>) {
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  useFocusOnChange(receipt?.number ?? '');
  const form = useForm<Input>({
    initial,
    check,
    act: async (input) => setReceipt(await declare(input)),
    refused,
  });
  return { ...form, receipt };
}
