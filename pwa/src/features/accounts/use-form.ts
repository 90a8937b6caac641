import { startTransition, useRef, useState } from 'react';
import { BildnisError, errorCode, errorText, type ErrorCode } from '~/lib/api';
import { text, type TextKey } from '~/lib/i18n';
import { dismissErrors, notify } from '~/lib/messages';
import { focusFirstError } from '~/ui';

export type FieldErrors<Input> = { [Field in keyof Input]?: TextKey | undefined };
type FieldTexts<Input> = { [Field in keyof Input]?: string | undefined };

export interface FormRules<Input> {
  initial: Input;
  /** What is wrong before anything is sent, by field. */
  check(input: Input): FieldErrors<Input>;
  act(input: Input): Promise<void>;
  /** The field that an error of the server is about; every other error stands below the form. */
  fieldOf?: Partial<Record<ErrorCode, keyof Input>>;
  /** What the request calls a field in which the server may find something wrong, and what then stands there. */
  refused?: Record<string, readonly [field: keyof Input, error: TextKey]>;
  /** What the message of a failure is called; «Fehler» unless given. */
  failureTitle?: TextKey;
  /** Deals with an error itself. @returns whether it has */
  onFailure?(error: unknown, input: Input): boolean;
}

/** What is also said as a message, the first of them that applies, with its title; every other finding of ours only stands at its field. */
const SAID: readonly (readonly [error: TextKey, title: TextKey])[] = [
  ['accounts.error.terms', 'accounts.error.termsTitle'],
  ['accounts.error.passwordShort', 'errors.title'],
  ['accounts.error.passwordsDiffer', 'errors.title'],
];

/** State and acts of a form: an error stands at its field, the focus goes to the first of them, and nothing is sent twice. */
export function useForm<Input extends object>(rules: FormRules<Input>) {
  const [input, setInput] = useState(rules.initial);
  const [errors, setErrors] = useState<FieldTexts<Input>>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [isPending, setPending] = useState(false);
  const isSending = useRef(false);

  const change = (part: Partial<Input>) => {
    // What comes late, as from an upload, must not bring back what stood there when it began.
    setInput((current) => ({ ...current, ...part }));
    setErrors(
      (current) =>
        Object.fromEntries(Object.entries(current).filter(([field]) => !(field in part))) as FieldTexts<Input>,
    );
  };

  function fail(error: unknown) {
    if (rules.onFailure?.(error, input)) return;
    const refused = refusedFields(error, rules);
    setErrors(refused);
    if (isEmpty(refused)) setFailure(error);
    else focusFirstError();
    const title = errorCode(error) === 'email_taken' ? 'accounts.error.exists' : (rules.failureTitle ?? 'errors.title');
    notify({ title: text(title), text: firstOf(refused) ?? errorText(error), tone: 'bad' });
  }

  /** Whether the form may be sent; says at the fields why not. */
  function isComplete(): boolean {
    const found = rules.check(input);
    const keys = Object.values<TextKey | undefined>(found).filter((key) => key !== undefined);
    // The press is answered before what it finds is drawn.
    startTransition(() => setErrors(textsOf(found)));
    if (keys.length === 0) return true;
    focusFirstError();
    const said = SAID.find(([error]) => keys.includes(error));
    if (said) notify({ title: text(said[1]), text: text(said[0]), tone: 'bad' });
    return false;
  }

  async function submit() {
    if (isSending.current) return;
    dismissErrors();
    setFailure(null);
    if (!isComplete()) return;
    isSending.current = true;
    setPending(true);
    try {
      await rules.act(input);
    } catch (error) {
      fail(error);
    } finally {
      isSending.current = false;
      setPending(false);
    }
  }

  /** What a field shows, changes, and is told. */
  const field = <Name extends keyof Input>(name: Name) => ({
    value: input[name],
    onChange: (value: Input[Name]) => change({ [name]: value } as unknown as Partial<Input>),
    error: errors[name],
  });

  return { input, errors, failure, isPending, change, field, submit, fail };
}

const isEmpty = (fields: object): boolean => Object.keys(fields).length === 0;

function firstOf<Input>(fields: FieldTexts<Input>): string | undefined {
  return Object.values<string | undefined>(fields)[0];
}

function textsOf<Input>(found: FieldErrors<Input>): FieldTexts<Input> {
  const entries = Object.entries<TextKey | undefined>(found).filter(([, key]) => key !== undefined);
  return Object.fromEntries(entries.map(([field, key]) => [field, text(key as TextKey)])) as FieldTexts<Input>;
}

function refusedFields<Input>(error: unknown, { fieldOf, refused }: FormRules<Input>): FieldTexts<Input> {
  const field = fieldOf?.[errorCode(error)];
  if (field !== undefined) return { [field]: errorText(error) } as FieldTexts<Input>;
  const named =
    error instanceof BildnisError ? error.fields.flatMap(({ path }) => (refused?.[path] ? [refused[path]] : [])) : [];
  return textsOf(Object.fromEntries(named) as FieldErrors<Input>);
}
