import { useEffect, useState } from 'react';
import { api, errorText, settle, type Loaded, type Schemas } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { Button, DialogForm, FormDialog, Notice, Skeleton } from '~/ui';
import type { Demand } from './proof-context';
import styles from './proof-dialog.module.css';
import { METHODS } from './proof-methods';

type Method = Schemas['ProofMethods']['methods'][number];

/** Which ways answer a demand, of those this version knows. */
const ANSWERS: Record<Demand, readonly string[]> = {
  proof_required: Object.keys(METHODS),
  second_factor_required: ['authenticator', 'passkey'],
};

/** The ways of this person, in the server's order. */
const ask = (demand: Demand) =>
  settle(api.getProofMethods().then(({ methods }) => methods.filter((method) => ANSWERS[demand].includes(method))));

/** The ways, asked for when the dialog opens and again on request. */
function useMethods(demand: Demand) {
  const [request, setRequest] = useState(() => ask(demand));
  const [loaded, setLoaded] = useState<Loaded<Method[]> | null>(null);

  useEffect(() => {
    let isCurrent = true;
    void request.then((answer) => isCurrent && setLoaded(answer));
    return () => {
      isCurrent = false;
    };
  }, [request]);

  const retry = () => {
    setLoaded(null);
    setRequest(ask(demand));
  };
  return { methods: loaded?.ok ? loaded.value : null, error: loaded?.ok === false ? loaded.error : null, retry };
}

/** While the ways are loading, or could not be loaded. */
function Opening({ error, onRetry, onClose }: { error: unknown; onRetry(): void; onClose(): void }) {
  const t = useText();
  if (error)
    return (
      <DialogForm
        startsAtSubmit
        cancelLabel={t('shell.cancel')}
        onCancel={onClose}
        submitLabel={t('shell.retry')}
        onSubmit={onRetry}
      >
        <Notice tone="bad" title={t('acts.failed')}>
          {errorText(error)}
        </Notice>
      </DialogForm>
    );
  return (
    <div aria-busy="true">
      <Skeleton shape="line" width="long" />
      <Skeleton shape="line" width="half" />
    </div>
  );
}

/** Asks for a proof of identity before a sensitive act: one way at a time, the others one press away. */
export default function ProofDialog({
  demand,
  onProven,
  onClose,
}: {
  demand: Demand;
  onProven(): void;
  onClose(): void;
}) {
  const t = useText();
  const { methods, error, retry } = useMethods(demand);
  const [chosen, setChosen] = useState<Method | null>(null);
  const current = chosen ?? methods?.[0];
  const others = methods?.filter((method) => method !== current) ?? [];
  const Form = current ? METHODS[current] : null;
  return (
    <FormDialog isOpen title={t('acts.title')} onClose={onClose}>
      {demand === 'second_factor_required' ? <p>{t('errors.second_factor_required')}</p> : null}
      {Form ? (
        <Form key={current} onProven={onProven} onClose={onClose}>
          {others.length > 0 ? (
            <div className={styles.others}>
              <p className={styles.othersTitle}>{t('acts.others')}</p>
              {others.map((method) => (
                <Button key={method} variant="quiet" onPress={() => setChosen(method)}>
                  {t(`acts.method.${method}`)}
                </Button>
              ))}
            </div>
          ) : null}
        </Form>
      ) : (
        <Opening error={error} onRetry={retry} onClose={onClose} />
      )}
    </FormDialog>
  );
}
