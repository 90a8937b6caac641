import { useState } from 'react';
import { momentText } from '~/features/shell';
import { PagedRows, type Page } from '~/lib/pages';
import { type Schemas } from '~/lib/api';
import { adminApi } from '~/lib/api/admin';
import { formatDate } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';
import { Button, Row } from '~/ui';
import { ReasonDialog, type ReasonQuestion } from '../reason-dialog';
import { AssignDialog } from './assign-dialog';
import styles from './cases.module.css';
import { Known, useParties } from './parties';

type Declaration = Schemas['AdminDeclaration'];

/** One declaration with what was written, whose it may be, and why it is here. */
function DeclarationRow({
  declaration,
  onAssign,
  onClose,
}: {
  declaration: Declaration;
  onAssign(): void;
  onClose(): void;
}) {
  const t = useText();
  const parties = useParties();
  const { number, kind, manner, name, email, orderNumber, statement, receivedAt, reviewReason, effectiveAt } =
    declaration;
  const terms = [
    [t('admin.cases.term.why'), t(`admin.cases.why.${reviewReason ?? 'unknown'}`)],
    [
      t('admin.cases.term.from'),
      email ? <span className={styles.long}>{`${name}, ${email}`}</span> : t('admin.cases.erased'),
    ],
    [t('admin.cases.term.manner'), manner && t(`admin.cases.manner.${manner}`)],
    [t('admin.cases.term.orderNumber'), orderNumber],
    [t('admin.cases.term.statement'), statement && <span className={styles.words}>{statement}</span>],
    ...parties(declaration),
    [t('admin.cases.term.effectiveAt'), effectiveAt && formatDate(effectiveAt)],
  ] as const;
  return (
    <Row
      title={`${t(`admin.cases.kind.${kind}`)} ${number}`}
      detail={momentText(receivedAt, t)}
      below={<Known rows={terms} />}
      hasManyActions
      action={
        <>
          <Button variant="quiet" aria-label={t('admin.cases.assignLabel', { number })} onPress={onAssign}>
            {t('admin.cases.assign')}
          </Button>
          <Button variant="quiet" aria-label={t('admin.cases.closeLabel', { number })} onPress={onClose}>
            {t('admin.cases.close')}
          </Button>
        </>
      }
    />
  );
}

/** Cancellations and withdrawals that wait for somebody. */
export function Declarations({ first }: { first: Page<Declaration> }) {
  const t = useText();
  const router = useRouter();
  const [assigning, setAssigning] = useState<Declaration | null>(null);
  const [question, setQuestion] = useState<ReasonQuestion | null>(null);
  const close = ({ id, number, email }: Declaration): ReasonQuestion => ({
    title: t('admin.cases.closeTitle', { number }),
    text: t('admin.cases.closeText'),
    hint: email ? t('admin.cases.closeHint', { email }) : t('admin.cases.closeHintErased'),
    confirmLabel: t('admin.cases.close'),
    act: (reason) => adminApi.closeDeclaration({ path: { id }, body: { reason } }),
    done: () => {
      notify({ title: t('admin.cases.closed'), text: t('admin.cases.closedText', { number }), tone: 'good' });
      return router.invalidate();
    },
  });
  return (
    <>
      <PagedRows
        first={first}
        load={(cursor) => adminApi.listDeclarations({ query: { cursor } })}
        label={t('admin.cases.declarations')}
        empty={t('admin.cases.noDeclarations')}
      >
        {(declaration) => (
          <DeclarationRow
            key={declaration.id}
            declaration={declaration}
            onAssign={() => setAssigning(declaration)}
            onClose={() => setQuestion(close(declaration))}
          />
        )}
      </PagedRows>
      {assigning ? (
        <AssignDialog declaration={assigning} onDone={() => router.invalidate()} onClose={() => setAssigning(null)} />
      ) : null}
      {question ? <ReasonDialog question={question} onClose={() => setQuestion(null)} /> : null}
    </>
  );
}
