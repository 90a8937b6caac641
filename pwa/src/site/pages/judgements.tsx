import { useText } from '~/lib/i18n';
import type { Copy } from '../content/copy';
import { toHtml } from '../content/markdown';
import styles from './judgements.module.css';
import { More, PageHead, Part, TextPart } from './parts';

/** From the best to the worst. */
const LIKENESS = [5, 4, 3, 2, 1] as const;

/** Counts as `client/judgements.ts` fills them in: none of them is in a page that was rendered ahead. */
function Figures() {
  const t = useText();
  return (
    <div data-figures>
      <p
        className={styles.basis}
        data-field="basis"
        data-text={t('site.judgements.basis', {
          judgements: '{judgements}',
          customers: '{customers}',
          from: '{from}',
          to: '{to}',
        })}
      />
      <div className={styles.questions}>
        <div>
          <p className={styles.question}>{t('site.judgements.likeness')}</p>
          <dl className={styles.answers}>
            {LIKENESS.map((value) => (
              <div key={value} data-likeness={value}>
                <dt>{t(`site.judgements.answer.${value}`)}</dt>
                <dd>
                  <span className={styles.bar} aria-hidden />
                  <span data-field="count" />
                </dd>
              </div>
            ))}
          </dl>
        </div>
        <div>
          <p className={styles.question}>{t('site.judgements.wouldUse')}</p>
          <p
            className={styles.use}
            data-field="use"
            data-text={t('site.judgements.use', { part: '{part}', all: '{all}' })}
          />
        </div>
      </div>
    </div>
  );
}

const TestPayments = () => {
  const t = useText();
  return (
    <p className={styles.basis} data-test-payments hidden>
      {t('site.judgements.testPayments')}
    </p>
  );
};

/** Judgements in all, or of one style by its slug, on any public page: nothing is seen before there are enough of them. */
export function JudgementSummary({ slug }: { slug?: string }) {
  const t = useText();
  return (
    <div data-judgements={slug ?? ''} hidden>
      <Part
        title={t(slug ? 'site.judgements.titleStyle' : 'site.judgements.title')}
        aside={<More href="/bewertungen">{t('site.judgements.how')}</More>}
      >
        <TestPayments />
        <Figures />
      </Part>
    </div>
  );
}

/** How judgements are counted, and all that there are: figures, those of each style, and sentences with replies. */
export function JudgementsPage({ copy }: { copy: Copy['judgements'] }) {
  const t = useText();
  return (
    <div data-judgements-page>
      <PageHead title={copy.title} lead={copy.lead} />
      <Part title={t('site.judgements.all')}>
        <div className={styles.known}>
          <TestPayments />
          <p
            role="status"
            className={styles.state}
            data-state
            data-few={t('site.judgements.few')}
            data-failed={t('site.judgements.failed')}
          >
            {t('site.judgements.loading')}
          </p>
          <noscript>
            <p className={styles.state}>{t('site.judgements.noScript')}</p>
          </noscript>
          <div data-judgements="" hidden>
            <Figures />
          </div>
        </div>
      </Part>
      <div data-styles-judged hidden>
        <Part title={t('site.judgements.byStyle')}>
          <div className={styles.byStyle} />
          <template>
            <section>
              <h3 data-field="style">{t('site.judgements.all')}</h3>
              <Figures />
            </section>
          </template>
        </Part>
      </div>
      <div data-sentences hidden>
        <Part title={t('site.judgements.sentences')}>
          <ul className={styles.sentences} />
          <p
            className={styles.basis}
            data-field="hidden"
            data-one={t('site.judgements.hidden', { count: 1 })}
            data-other={t('site.judgements.hidden', { count: 0 })}
            hidden
          />
          <template>
            <li>
              <blockquote data-field="sentence" data-text={t('site.judgements.quoted', { sentence: '{sentence}' })} />
              <p className={styles.basis} data-field="source" />
              <p
                className={styles.reply}
                data-field="reply"
                data-text={t('site.judgements.reply', { reply: '{reply}' })}
                hidden
              />
            </li>
          </template>
        </Part>
      </div>
      {copy.sections.map(({ title, body }) => (
        <TextPart key={title} title={title} html={toHtml(body)} />
      ))}
    </div>
  );
}
