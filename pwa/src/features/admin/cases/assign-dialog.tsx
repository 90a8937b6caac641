import { useEffect, useState } from 'react';
import { ActionForm, useAction } from '~/features/acts';
import { PartError } from '~/features/shell';
import { settle, useActKey, type Loaded, type Schemas } from '~/lib/api';
import { adminApi } from '~/lib/api/admin';
import { formatChf, formatDate } from '~/lib/formats';
import { useText, type Text } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { focusFirstError, FormDialog, RadioGroup, SearchField, Skeleton, TextArea } from '~/ui';
import { useReason } from '../use-reason';
import styles from './cases.module.css';

type Declaration = Schemas['AdminDeclaration'];
type Contract = Schemas['AdminContract'];

const idOf = ({ userId, orderId }: Contract) => `${userId} ${orderId ?? ''}`;

function detailOf({ itemName: name, amountRappen, orderNumber, until, isEndable }: Contract, t: Text): string {
  const price = formatChf(amountRappen);
  if (orderNumber === null)
    return t('admin.cases.subscription', { name, price, until: until ? formatDate(until) : '–' });
  return isEndable && until
    ? t('admin.cases.bought', { name, price, number: orderNumber, until: formatDate(until) })
    : t('admin.cases.boughtTooLate', { name, price, number: orderNumber });
}

/** The contracts that fit the declaration, or what was searched for; null while they are fetched. */
function useContracts(id: string, q: string): [Loaded<Contract[]> | null, retry: () => void] {
  const [tries, setTries] = useState(0);
  const asked = `${tries} ${q}`;
  const [found, setFound] = useState<{ asked: string; contracts: Loaded<Contract[]> } | null>(null);
  useEffect(() => {
    let isWanted = true;
    void settle(adminApi.listContracts({ path: { id }, query: q ? { q } : {} }).then(({ items }) => items)).then(
      (contracts) => isWanted && setFound({ asked, contracts }),
    );
    return () => {
      isWanted = false;
    };
  }, [id, q, asked]);
  return [found?.asked === asked ? found.contracts : null, () => setTries(tries + 1)];
}

/** Says whose contract a declaration is about, and has it carried out. One key per choice: a double click does it once. */
export function AssignDialog({
  declaration,
  onDone,
  onClose,
}: {
  declaration: Declaration;
  onDone(): unknown;
  onClose(): void;
}) {
  const t = useText();
  const key = useActKey();
  const action = useAction();
  const { run, clear } = action;
  const [typed, setTyped] = useState('');
  const [searched, setSearched] = useState('');
  const [chosen, setChosen] = useState<Contract | null>(null);
  const [isTried, setTried] = useState(false);
  const { reason, field } = useReason(isTried);
  const [contracts, retry] = useContracts(declaration.id, searched);
  const search = (q: string) => {
    setSearched(q.trim());
    setChosen(null);
  };

  async function send() {
    setTried(true);
    if (!chosen || !reason) return focusFirstError();
    const { userId, orderId, email } = chosen;
    await run(
      () =>
        adminApi.assignDeclaration({
          path: { id: declaration.id },
          body: { userId, orderId, reason },
          idempotencyKey: key.for({ userId, orderId }),
        }),
      async () => {
        notify({ title: t('admin.cases.assigned'), text: t('admin.cases.assignedText', { email }), tone: 'good' });
        await onDone();
        onClose();
      },
    );
  }

  return (
    <FormDialog isOpen title={t('admin.cases.assignTitle', { number: declaration.number })} onClose={onClose}>
      <ActionForm action={action} onSubmit={send} onClose={onClose} submitLabel={t('admin.cases.assign')}>
        <p className={styles.soft}>{t(`admin.cases.assignText.${declaration.kind}`)}</p>
        <SearchField
          autoFocus
          label={t('admin.cases.search')}
          clearLabel={t('admin.cases.searchClear')}
          maxLength={100}
          value={typed}
          onChange={setTyped}
          onSubmit={search}
          onClear={() => search('')}
        />
        {contracts === null ? <Skeleton shape="line" width="long" /> : null}
        {contracts && !contracts.ok ? (
          <PartError title={t('admin.cases.contractsFailed')} error={contracts.error} onRetry={retry} />
        ) : null}
        {contracts?.ok && contracts.value.length === 0 ? <p role="status">{t('admin.cases.noContracts')}</p> : null}
        {contracts?.ok && contracts.value.length > 0 ? (
          <RadioGroup
            label={t('admin.cases.contract')}
            value={chosen && idOf(chosen)}
            onChange={(id) => (clear(), setChosen(contracts.value.find((contract) => idOf(contract) === id) ?? null))}
            options={contracts.value.map((contract) => ({
              value: idOf(contract),
              label: <span className={styles.long}>{contract.email}</span>,
              detail: detailOf(contract, t),
              isDisabled: !contract.isEndable,
            }))}
            error={isTried && !chosen ? t('admin.cases.contractMissing') : undefined}
          />
        ) : null}
        <TextArea {...field} />
      </ActionForm>
    </FormDialog>
  );
}
