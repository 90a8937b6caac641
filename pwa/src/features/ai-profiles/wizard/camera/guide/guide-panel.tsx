import { useText } from '~/lib/i18n';
import { Button, Switch } from '~/ui';
import styles from './guide.module.css';
import { HeadDrawing } from './head-drawing';
import type { Guide } from './use-guide';

export interface GuidePanelProps {
  guide: Guide;
  isAutomatic: boolean;
  onAutomatic(isAutomatic: boolean): void;
}

/** What the next photo is to show, what is still to be done for it, and how far the session is. */
export function GuidePanel({ guide, isAutomatic, onAutomatic }: GuidePanelProps) {
  const t = useText();
  const { prompt, hint, isTaking, refusal, done, of } = guide;
  if (!prompt) return null;
  return (
    <div className={styles.panel}>
      <HeadDrawing prompt={prompt} />
      <div className={styles.words}>
        <p className={styles.step}>{t('aiProfiles.wizard.camera.guide.step', { number: done + 1, of })}</p>
        <p className={styles.prompt} role="status">
          {t(`aiProfiles.wizard.camera.guide.prompt.${prompt.key}`)}
        </p>
        <p className={styles.hint} role="status" data-ready={hint === 'ready' || undefined}>
          {isTaking
            ? t('aiProfiles.wizard.camera.guide.taking')
            : refusal
              ? t('aiProfiles.wizard.camera.guide.again', { reason: t(`aiProfiles.wizard.reason.${refusal}`) })
              : hint
                ? t(`aiProfiles.wizard.camera.guide.hint.${hint}`)
                : null}
        </p>
      </div>
      <div className={styles.acts}>
        <Switch isSelected={isAutomatic} onChange={onAutomatic}>
          {t('aiProfiles.wizard.camera.guide.automatic')}
        </Switch>
        <Button variant="quiet" onPress={guide.skip}>
          {t('aiProfiles.wizard.camera.guide.skip')}
        </Button>
      </div>
    </div>
  );
}
