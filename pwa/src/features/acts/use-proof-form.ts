import { useState } from 'react';
import { api, errorCode } from '~/lib/api';
import { useText, type TextKey } from '~/lib/i18n';
import { useOnce } from '~/lib/once';
import { focusFirstError } from '~/ui';
import { actErrorText } from './act-error';

/** Which errors are about what was typed, and stand at the field. */
const AT_FIELD: readonly string[] = ['password_wrong', 'code_invalid', 'validation'];

const focusInvalid = () => focusFirstError('[role="dialog"]');

/** One try after the other, and what the last one said. */
export function useAttempt(onDone: () => void) {
  const {
    isPending,
    failure: error,
    clear,
    run,
  } = useOnce((failure) => {
    focusInvalid();
    return failure;
  });
  const attempt = (act: () => Promise<unknown>) => run(async () => (await act(), onDone()));
  return { isPending, error, errorText: error ? actErrorText(error) : undefined, attempt, clear };
}

/** A proof that is typed; `missing` is said when nothing was. */
export function useTypedProof(
  method: 'password' | 'authenticator' | 'email_code',
  missing: TextKey,
  onProven: () => void,
) {
  const t = useText();
  const [value, setValue] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { isPending, error, errorText, attempt, clear } = useAttempt(onProven);
  const isAtField = error !== null && AT_FIELD.includes(errorCode(error));
  // Codes are read out in groups; a password is taken as it is.
  const typed = method === 'password' ? value : value.replaceAll(/\s/g, '');

  const submit = () => {
    setMissing(!typed);
    if (!typed) return focusInvalid();
    void attempt(() => api.proveIdentity({ body: { method, value: typed } }));
  };
  const onChange = (next: string) => {
    setValue(next);
    setMissing(false);
    clear();
  };
  return {
    field: { value, onChange, error: isMissing ? t(missing) : isAtField ? errorText : undefined, autoFocus: true },
    form: { isPending, error: isAtField ? undefined : errorText, onSubmit: submit },
  };
}
