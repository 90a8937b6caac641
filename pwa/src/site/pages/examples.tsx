import { facts } from '~/lib/facts';
import { useText } from '~/lib/i18n';
import { Icon } from '~/ui/icons';
import styles from './examples.module.css';
import { Part } from './parts';

export type ExamplePlace = (typeof facts.examples.places)[number];

/**
 * Where portraits of real people stand once somebody has released them. Nothing of them is part of the page: the script asks for what may be shown
 * now (`client/examples.ts`), fills copies of the pattern, and takes away what may be shown no more.
 */
export function Examples({ place, style }: { place: ExamplePlace; style?: string }) {
  const t = useText();
  return (
    <div
      hidden
      data-examples={place}
      data-examples-style={style}
      data-recheck={facts.examples.recheckSeconds}
      data-worded={t('site.home.figure', { name: '{style}' })}
      data-before={t('site.examples.before', { alias: '{alias}' })}
      data-after={t('site.examples.after', { alias: '{alias}', style: '{style}' })}
      data-compare={t('site.examples.compare', { alias: '{alias}' })}
      data-compared={t('site.examples.compared', { percent: '{percent}' })}
      data-screen-only
    >
      <Part title={t('site.examples.title')} lead={t('site.examples.lead')}>
        <ul className={styles.list} data-list />
        <template>
          <li className={styles.example}>
            <div className={styles.compare} data-field="compare">
              <img data-field="after" alt="" width={800} height={1000} />
              <img data-field="before" className={styles.before} alt="" width={800} height={1000} />
              <span className={styles.side} aria-hidden>
                <span>{t('site.examples.sideAfter')}</span>
              </span>
              <span className={`${styles.side} ${styles.before}`} aria-hidden>
                <span>{t('site.examples.sideBefore')}</span>
              </span>
              <span className={styles.handle} aria-hidden>
                <Icon name="arrow-left" size="small" />
                <Icon name="arrow-right" size="small" />
              </span>
              <input type="range" min={0} max={100} defaultValue={50} aria-label="" />
            </div>
            <p className={styles.caption}>
              <span data-field="alias" />
              <span data-field="style" />
            </p>
            <ul className={styles.set} data-set aria-label={t('site.examples.set')} />
          </li>
        </template>
        <p className={styles.note}>{t('site.examples.note')}</p>
      </Part>
    </div>
  );
}
