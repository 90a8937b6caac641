import { useEffect, useState } from 'react';
import { useConfirm } from '~/features/acts';
import { LoadedPart } from '~/features/shell';
import { type Schemas } from '~/lib/api';
import { adminApi } from '~/lib/api/admin';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';
import { Button, EmptyState, PageHeader, Rows, Section } from '~/ui';
import { ReasonDialog, type ReasonQuestion } from '../reason-dialog';
import { ExampleDialog } from './example-dialog';
import { ExampleRow } from './example-row';
import type { ExamplesPage } from '../load';
import type { AdminExample } from './examples-data';
import { PicturesDialog } from './pictures-dialog';
import { RewardForm } from './reward-form';

type Open = { kind: 'details'; example: AdminExample | null } | { kind: 'pictures'; id: string } | null;

/** How often is looked whether copies of pictures are stored, in milliseconds. */
const COPYING = 3_000;

/** Loads the register again until every picture in it can be seen. */
function usePicturesRefresh(items: readonly AdminExample[]): void {
  const router = useRouter();
  const isCopying = items.some(({ pictures }) => pictures.some(({ isReady }) => !isReady));
  useEffect(() => {
    if (!isCopying) return;
    const timer = setInterval(() => void router.invalidate(), COPYING);
    return () => clearInterval(timer);
  }, [isCopying, router]);
}

interface RegisterProps {
  register: Schemas['AdminExampleList'];
  styles: readonly Schemas['AdminStyle'][];
  open: Open;
  setOpen(open: Open): void;
}

function Register({ register, styles, open, setOpen }: RegisterProps) {
  const t = useText();
  const router = useRouter();
  const [question, setQuestion] = useState<ReasonQuestion | null>(null);
  const { ask, dialog, place } = useConfirm('admin.examples.showFailed');
  const { items, rewardCredits } = register;
  usePicturesRefresh(items);
  const show = (example: AdminExample) =>
    ask({
      title: t('admin.examples.showTitle', { alias: example.alias }),
      text: [
        t('admin.examples.showText', {
          places: example.places.map((each) => t(`examples.place.${each}`)).join(', '),
        }),
        ...(example.account && rewardCredits > 0 ? [t('admin.examples.reward', { count: rewardCredits })] : []),
      ].join(' '),
      confirmLabel: t(example.status === 'offered' ? 'admin.examples.accept' : 'admin.examples.show'),
      act: () =>
        adminApi.showExample({
          path: { id: example.id },
          body: { pictureIds: example.pictures.map(({ id }) => id) },
        }),
      done: () => {
        notify({ title: t('admin.examples.shown'), tone: 'good' });
        return router.invalidate();
      },
    });
  const end = (example: AdminExample) => {
    const kind = example.status === 'offered' ? 'refuse' : 'end';
    setQuestion({
      title: t(`admin.examples.${kind}Title`, { alias: example.alias }),
      text: t(`admin.examples.${kind}Text`),
      hint: t('admin.examples.reasonHint'),
      confirmLabel: t(`admin.examples.${kind}`),
      act: (reason) => adminApi.endExample({ path: { id: example.id }, body: { reason } }),
      done: () => {
        notify({ title: t('admin.examples.ended'), tone: 'good' });
        return router.invalidate();
      },
    });
  };
  const pictured = open?.kind === 'pictures' ? items.find(({ id }) => id === open.id) : undefined;
  return (
    <div ref={place} tabIndex={-1}>
      {items.length === 0 ? (
        <EmptyState>{t('admin.examples.none')}</EmptyState>
      ) : (
        <Rows label={t('admin.examples.title')}>
          {items.map((example) => (
            <ExampleRow
              key={example.id}
              example={example}
              style={styles.find(({ id }) => id === example.styleId)?.displayName ?? ''}
              onEdit={() => setOpen({ kind: 'details', example })}
              onPictures={() => setOpen({ kind: 'pictures', id: example.id })}
              onShow={() => show(example)}
              onEnd={() => end(example)}
            />
          ))}
        </Rows>
      )}
      <Section title={t('admin.examples.rewardTitle')}>
        <RewardForm key={rewardCredits} rewardCredits={rewardCredits} />
      </Section>
      {open?.kind === 'details' ? (
        <ExampleDialog
          example={open.example}
          styles={styles}
          onDone={async (example) => {
            await router.invalidate();
            setOpen(open.example ? null : { kind: 'pictures', id: example.id });
          }}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {pictured ? (
        <PicturesDialog example={pictured} onChange={() => router.invalidate()} onClose={() => setOpen(null)} />
      ) : null}
      {question ? <ReasonDialog question={question} onClose={() => setQuestion(null)} /> : null}
      {dialog}
    </div>
  );
}

/** The register of examples: what is offered, prepared, shown, and what has ended. */
export function ExamplesScreen({ register, styles }: ExamplesPage) {
  const t = useText();
  const [open, setOpen] = useState<Open>(null);
  return (
    <>
      <PageHeader
        title={t('admin.examples.title')}
        lead={t('admin.examples.lead')}
        actions={
          register.ok ? (
            <Button variant="primary" onPress={() => setOpen({ kind: 'details', example: null })}>
              {t('admin.examples.new')}
            </Button>
          ) : null
        }
      />
      <LoadedPart of={register} failed={t('admin.examples.failed')}>
        {(value) => <Register register={value} styles={styles.ok ? styles.value : []} open={open} setOpen={setOpen} />}
      </LoadedPart>
    </>
  );
}
