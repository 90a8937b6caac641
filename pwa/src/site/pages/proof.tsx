import { facts } from '~/lib/facts';
import { useText } from '~/lib/i18n';
import type { CopySection } from '../content/copy';
import { Inline, Part } from './parts';
import styles from './proof.module.css';

type Proof = Extract<CopySection, { kind: 'proof' }>;

/** What is promised about money, and what a deletion leaves behind as proof: the receipt in the words of the account, marked as a specimen. */
export function ProofPart({ section, isHosted }: { section: Proof; isHosted: boolean }) {
  const t = useText();
  const [photos, cutouts] = [facts.photos.min, facts.profile.mostCutouts];
  const model = isHosted ? 'hosted' : 'crops';
  const rows = [
    {
      title: t('settings.receipts.kind.reference_photos', { count: photos }),
      detail: `${t('settings.receipts.rule.training_done')}. ${t(`settings.receipts.stays.${model}`, { count: cutouts })}`,
      moment: section.receipt.moments[0],
    },
    {
      title: t(`settings.receipts.profile.${model}`, { count: cutouts }),
      detail: t('settings.receipts.rule.asked'),
      moment: section.receipt.moments[1],
    },
  ];
  return (
    <Part title={section.title}>
      <div className={styles.proof}>
        <div className={styles.words}>
          {section.texts.map((text) => (
            <Inline key={text} text={text} />
          ))}
        </div>
        <figure className={styles.receipt}>
          <div className={styles.head}>
            <p className={styles.specimen}>{section.receipt.specimen}</p>
            <h3>{t('settings.receipts.title')}</h3>
          </div>
          <ul>
            {rows.map(({ title, detail, moment }) => (
              <li key={title} className={styles.row}>
                <strong>{title}</strong>
                <span>{detail}</span>
                <span>{moment}</span>
              </li>
            ))}
          </ul>
          <figcaption className={styles.caption}>{section.receipt.caption}</figcaption>
        </figure>
      </div>
    </Part>
  );
}
