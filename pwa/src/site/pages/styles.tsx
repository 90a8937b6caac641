import { StyleFilter } from '~/features/styles/style-filter';
import { StyleTiles } from '~/features/styles/style-tiles';
import { useText } from '~/lib/i18n';
import type { Copy, LandingCopy } from '../content/copy';
import type { SiteData } from '../site-data';
import { Examples } from './examples';
import { JudgementSummary } from './judgements';
import { publicStyleLink } from './landing';
import { Closing, PageHead } from './parts';
import styles from './styles.module.css';
import { TryOut, TryOutButton } from './try-out';

/** Every style on sale, four in a row. The filter is a set of radio buttons that the stylesheet reads: it works without scripts. It ends as the start page does. */
export function StylesPage({
  copy,
  closing,
  data,
}: {
  copy: Copy['styles'];
  closing: LandingCopy['closing'];
  data: SiteData;
}) {
  const t = useText();
  return (
    <div className={styles.page}>
      <PageHead title={t('styles.title')} lead={copy.lead} below={<TryOutButton />} />
      <TryOut all={data.styles} first={data.styles[0]} />
      <StyleFilter items={data.styles} />
      <p
        role="status"
        className={styles.count}
        data-style-count={t('site.styles.count', { count: 0 })}
        data-style-count-one={t('site.styles.count', { count: 1 })}
      />
      <StyleTiles items={data.styles} columns="four" renderLink={publicStyleLink} eager={4} />
      <Examples place="styles" />
      <JudgementSummary />
      <Closing {...closing} />
    </div>
  );
}
