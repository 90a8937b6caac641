import { PushQuestion } from '~/features/push';
import { facts } from '~/lib/facts';
import { useText } from '~/lib/i18n';
import { Notice, Picture, ProgressBar } from '~/ui';
import type { Generation } from './generations-data';
import { useGenerationProgress } from './live-generation';
import { progressText } from './progress';
import styles from './progress-view.module.css';

/** A run under way: the true progress, what is being done, and the portraits that are finished, one by one. */
export function ProgressView({ generation }: { generation: Generation }) {
  const t = useText();
  const { fraction, shown, isLate } = useGenerationProgress(generation);
  const total = facts.generation.portraits;
  const previews = new Map(generation.previews.map(({ index, url }) => [index, url]));
  return (
    <div className={styles.view}>
      <div className={styles.head}>
        <p role="status" className={styles.text}>
          {t(progressText(fraction))}
        </p>
        <p className={styles.count}>{t('generations.progress.finished', { done: previews.size, total })}</p>
      </div>
      <ProgressBar label={t('generations.progress.label')} fraction={shown} />
      <ul className={styles.previews} aria-label={t('generations.progress.previews')}>
        {Array.from({ length: total }, (_, index) => (
          <li key={index} data-done={previews.has(index) || undefined}>
            <Picture
              src={previews.get(index)}
              alt={previews.has(index) ? t('generations.portrait', { number: index + 1, total }) : ''}
              eager
            />
          </li>
        ))}
      </ul>
      {previews.size > 0 ? <p className={styles.count}>{t('generations.progress.marked')}</p> : null}
      {isLate ? <Notice>{t('generations.progress.longer')}</Notice> : null}
      <PushQuestion about="portraits" />
    </div>
  );
}
