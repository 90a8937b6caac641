import { useState } from 'react';
import { later } from '~/lib/later';
import { useText } from '~/lib/i18n';
import { Button } from '~/ui';
import styles from './generation-screen.module.css';
import type { Generation } from './generations-data';

const RepeatDialog = later(() => import('./repeat-dialog'));

/** The free repeat of a run: the offer where it can be had, what it answers on the run that is one. */
export function RepeatRun({ generation }: { generation: Generation }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  if (generation.complaint)
    return (
      <p className={styles.origin}>
        {t('generations.repeat.made', { answer: t(`generations.repeat.answer.${generation.complaint}`) })}
      </p>
    );
  // The right is used with the answer; the dialog stays until it has led on.
  if (!generation.repeatable && !isOpen) return null;
  return (
    <section className={styles.repeat} aria-labelledby="repeat-title">
      <div>
        <h2 id="repeat-title">{t('generations.repeat.title')}</h2>
        <p className={styles.repeatText}>{t('generations.repeat.text')}</p>
      </div>
      <Button onPress={() => setOpen(true)}>{t('generations.repeat.open')}</Button>
      {isOpen ? <RepeatDialog id={generation.id} onClose={() => setOpen(false)} /> : null}
    </section>
  );
}
