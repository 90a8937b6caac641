import { useEffect, useRef, useState } from 'react';
import { ActionForm, useAction } from '~/features/acts';
import { api, type Schemas } from '~/lib/api';
import { facts } from '~/lib/facts';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';
import { FormDialog, Select, Slider } from '~/ui';
import { formatName } from './format-name';
import type { Portrait } from './generations-data';
import { largePreview } from './portrait-pictures';
import {
  heightOf,
  inside,
  startPart,
  VERSION_FORMATS,
  widest,
  resized,
  type Part,
  type VersionFormat,
} from './refine-part';
import { RefineStage } from './refine-stage';
import styles from './refine.module.css';
import { useDownload } from './use-download';

/** It is made within seconds: so often is looked, and so many milliseconds apart. */
const LOOKS = 25;
const APART_MS = 600;

/** What each of the two sliders moves. */
const EDGE = { across: 'left', down: 'top' } as const;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The version once it is made; null where that takes longer than anybody watches a button. */
async function made(portrait: Portrait, id: string): Promise<Schemas['PortraitVersion'] | null> {
  for (let look = 0; look < LOOKS; look++) {
    await wait(APART_MS);
    const run = await api.getGeneration({ path: { id: portrait.generationId } });
    const version = run.portraits.find((one) => one.id === portrait.id)?.versions.find((one) => one.id === id);
    if (!version) throw new Error('the version could not be made');
    if (version.downloadUrl) return version;
  }
  return null;
}

/** «Feinschliff»: another cut and light of a portrait, seen live, kept with it and saved as a file. */
export default function RefineDialog({
  portrait,
  number,
  onClose,
}: {
  portrait: Portrait;
  number: number;
  onClose(): void;
}) {
  const t = useText();
  const router = useRouter();
  const [format, setFormat] = useState<VersionFormat>('linkedin');
  const [part, setPart] = useState<Part>(() => startPart('linkedin', portrait));
  const [brightness, setBrightness] = useState(0);
  const [warmth, setWarmth] = useState(0);
  const action = useAction('generations.refine.failed');
  const { save } = useDownload();
  const most = widest(format, portrait);
  const free = { across: 1 - part.width, down: 1 - heightOf(part.width, format, portrait) };
  const hasLeft = useRef(false);
  useEffect(() => {
    hasLeft.current = false;
    return () => {
      hasLeft.current = true;
    };
  }, []);

  const choose = (chosen: VersionFormat) => {
    setFormat(chosen);
    setPart(startPart(chosen, portrait));
  };

  const submit = () =>
    action.run(async () => {
      const body = { format, ...part, brightness, warmth };
      const { id, number: version } = await api.refinePortrait({ path: { id: portrait.id }, body });
      const ready = await made(portrait, id);
      // Who has left meanwhile is doing something else, and finds it in the menu.
      if (hasLeft.current) return;
      if (!ready?.downloadUrl)
        notify({ title: t('generations.refine.laterTitle'), text: t('generations.refine.later') });
      else if (await save(ready.downloadUrl, `portrait-${number}-${format}-v${version}.jpg`))
        notify({ title: t('generations.refine.doneTitle'), text: t('generations.refine.done'), tone: 'good' });
      void router.invalidate();
      onClose();
    });

  return (
    <FormDialog isOpen isWide onClose={onClose} title={t('generations.refine.title', { number })}>
      <ActionForm action={action} onSubmit={submit} onClose={onClose} submitLabel={t('generations.refine.submit')}>
        <div className={styles.editor}>
          <div>
            <RefineStage
              portrait={portrait}
              src={largePreview(portrait)}
              format={format}
              part={part}
              onPart={setPart}
              light={{ brightness, warmth }}
            />
          </div>
          <div className={styles.controls}>
            <Select
              label={t('generations.refine.format')}
              placeholder={formatName(format, t)}
              options={VERSION_FORMATS.map((id) => ({ id, label: formatName(id, t) }))}
              value={format}
              onChange={(id) => choose(id as VersionFormat)}
            />
            <Slider
              label={t('generations.refine.size')}
              value={most / part.width}
              onChange={(scale) => setPart(resized(part, most / scale, format, portrait))}
              min={1}
              max={Math.max(1.01, most / facts.refinement.leastWidth)}
              step={0.01}
              format={{ style: 'percent', maximumFractionDigits: 0 }}
            />
            {(['across', 'down'] as const).map((way) => (
              <Slider
                key={way}
                label={t(`generations.refine.${way}`)}
                value={free[way] > 0.001 ? part[EDGE[way]] / free[way] : 0}
                onChange={(share) => setPart(inside({ ...part, [EDGE[way]]: share * free[way] }, format, portrait))}
                min={0}
                max={1}
                step={0.01}
                format={{ style: 'percent', maximumFractionDigits: 0 }}
                isDisabled={free[way] <= 0.001}
              />
            ))}
            <Slider
              label={t('generations.refine.brightness')}
              value={brightness}
              onChange={setBrightness}
              min={-1}
              max={1}
              step={0.05}
              format={{ style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' }}
            />
            <Slider
              label={t('generations.refine.warmth')}
              value={warmth}
              onChange={setWarmth}
              min={-1}
              max={1}
              step={0.05}
              format={{ style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' }}
            />
            <p className={styles.hint}>{t('generations.refine.kept', { most: facts.refinement.versionsPerRun })}</p>
          </div>
        </div>
      </ActionForm>
    </FormDialog>
  );
}
