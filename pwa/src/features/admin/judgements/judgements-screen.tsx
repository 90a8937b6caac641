import { useState } from 'react';
import { LoadedPart } from '~/features/shell';
import { type Schemas } from '~/lib/api';
import { adminApi } from '~/lib/api/admin';
import { formatDate, formatNumber } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';
import { PagedRows, type Page } from '~/lib/pages';
import { Button, PageHeader, Row, Section, Status, Table } from '~/ui';
import { ReasonDialog, type ReasonQuestion } from '../reason-dialog';
import type { JudgementsPage } from '../load';
import { ReplyDialog } from './reply-dialog';
import styles from './judgements.module.css';

type Sentence = Schemas['AdminSentence'];
type AllFigures = Schemas['AdminJudgementFigures'];
type Figures = Schemas['JudgementFigures'];

/** Who said 4 or 5. */
const recognised = ({ likeness }: Figures): number => (likeness[3] ?? 0) + (likeness[4] ?? 0);

function FiguresTable({ all, styles: byStyle }: AllFigures) {
  const t = useText();
  if (!all) return <p className={styles.soft}>{t('admin.judgements.figuresNone')}</p>;
  const share = (part: number, of: Figures) =>
    t('admin.judgements.of', { part: formatNumber(part), all: formatNumber(of.judgements) });
  const rows = [
    { id: 'all', name: t('admin.judgements.all'), figures: all },
    ...byStyle.map(({ styleName, figures }) => ({ id: styleName, name: styleName, figures })),
  ];
  return (
    <Table
      label={t('admin.judgements.figures')}
      rows={rows}
      empty={null}
      columns={[
        { id: 'style', title: t('admin.judgements.style'), isRowHeader: true, renderCell: ({ name }) => name },
        {
          id: 'number',
          title: t('admin.judgements.number'),
          isNumeric: true,
          renderCell: ({ figures }) => formatNumber(figures.judgements),
        },
        {
          id: 'customers',
          title: t('admin.judgements.customers'),
          isNumeric: true,
          renderCell: ({ figures }) => formatNumber(figures.customers),
        },
        {
          id: 'recognised',
          title: t('admin.judgements.recognised'),
          isNumeric: true,
          renderCell: ({ figures }) => share(recognised(figures), figures),
        },
        {
          id: 'wouldUse',
          title: t('admin.judgements.wouldUse'),
          isNumeric: true,
          renderCell: ({ figures }) => share(figures.wouldUse, figures),
        },
      ]}
    />
  );
}

function SentenceRow({
  item,
  onReply,
  onHide,
  onShow,
}: {
  item: Sentence;
  onReply(): void;
  onHide(): void;
  onShow(): void;
}) {
  const t = useText();
  const { sentence, styleName, likeness, wouldUse, judgedAt, reply, hiddenReason } = item;
  const isHidden = hiddenReason !== null;
  return (
    <Row
      title={<span className={styles.sentence}>«{sentence}»</span>}
      detail={t('admin.judgements.said', {
        style: styleName ?? t('admin.judgements.styleGone'),
        date: formatDate(judgedAt),
        likeness,
        use: t(wouldUse ? 'admin.judgements.uses' : 'admin.judgements.usesNot'),
      })}
      status={isHidden ? <Status tone="neutral">{t('admin.judgements.hidden')}</Status> : undefined}
      below={
        reply || isHidden ? (
          <div className={styles.below}>
            {reply ? <p>{t('admin.judgements.yourReply', { reply })}</p> : null}
            {isHidden ? <p>{t('admin.judgements.hiddenBecause', { reason: hiddenReason })}</p> : null}
          </div>
        ) : undefined
      }
      action={
        <div className={styles.acts}>
          <Button variant="quiet" aria-label={t('admin.judgements.replyLabel', { sentence })} onPress={onReply}>
            {t(reply ? 'admin.judgements.replyEdit' : 'admin.judgements.reply')}
          </Button>
          {isHidden ? (
            <Button variant="quiet" aria-label={t('admin.judgements.showLabel', { sentence })} onPress={onShow}>
              {t('admin.judgements.show')}
            </Button>
          ) : (
            <Button variant="quiet" aria-label={t('admin.judgements.hideLabel', { sentence })} onPress={onHide}>
              {t('admin.judgements.hide')}
            </Button>
          )}
        </div>
      }
    />
  );
}

function Sentences({ first }: { first: Page<Sentence> }) {
  const t = useText();
  const router = useRouter();
  const [question, setQuestion] = useState<ReasonQuestion | null>(null);
  const [replied, setReplied] = useState<Sentence | null>(null);
  // The first page is loaded anew after each act; of those loaded after it, what was done here is known.
  const [changed, setChanged] = useState<Record<string, Partial<Sentence>>>({});
  const current = (item: Sentence): Sentence =>
    first.items.some(({ id }) => id === item.id) ? item : { ...item, ...changed[item.id] };
  function keep(id: string, change: Partial<Sentence>) {
    setChanged((before) => ({ ...before, [id]: { ...before[id], ...change } }));
    return router.invalidate();
  }
  const ask = (act: 'hide' | 'show', { id, sentence }: Sentence) =>
    setQuestion({
      title: t(`admin.judgements.${act}Title`),
      text: t(`admin.judgements.${act}Text`),
      hint: t(`admin.judgements.${act}Hint`),
      confirmLabel: t(`admin.judgements.${act}`),
      act: async (reason) => {
        const request = { path: { id }, body: { sentence, reason } };
        await (act === 'hide' ? adminApi.hideSentence(request) : adminApi.showSentence(request));
        notify({ title: t(`admin.judgements.${act}Done`), tone: 'good' });
        await keep(id, { hiddenReason: act === 'hide' ? reason : null });
      },
      done: () => undefined,
    });
  return (
    <>
      <PagedRows
        first={first}
        load={(cursor) => adminApi.listSentences({ query: { cursor } })}
        label={t('admin.judgements.sentences')}
        empty={t('admin.judgements.none')}
      >
        {(loaded) => {
          const item = current(loaded);
          return (
            <SentenceRow
              key={item.id}
              item={item}
              onReply={() => setReplied(item)}
              onHide={() => ask('hide', item)}
              onShow={() => ask('show', item)}
            />
          );
        }}
      </PagedRows>
      {question ? <ReasonDialog question={question} onClose={() => setQuestion(null)} /> : null}
      {replied ? (
        <ReplyDialog
          sentence={replied}
          onDone={(reply) => keep(replied.id, { reply })}
          onClose={() => setReplied(null)}
        />
      ) : null}
    </>
  );
}

/** What customers say of paid runs, and the little that may be done about it. */
export function JudgementsScreen({ figures, sentences }: JudgementsPage) {
  const t = useText();
  return (
    <>
      <PageHeader title={t('admin.judgements.title')} lead={t('admin.judgements.lead')} />
      <Section title={t('admin.judgements.figures')}>
        <p className={styles.soft}>{t('admin.judgements.figuresLead')}</p>
        <LoadedPart of={figures} failed={t('admin.judgements.failed')}>
          {(value) => <FiguresTable {...value} />}
        </LoadedPart>
      </Section>
      <Section title={t('admin.judgements.sentences')}>
        <LoadedPart of={sentences} failed={t('admin.judgements.failed')}>
          {(value) => <Sentences key={value.items[0]?.id} first={value} />}
        </LoadedPart>
      </Section>
    </>
  );
}
