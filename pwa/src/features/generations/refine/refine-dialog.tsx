import { useEffect, useRef, useState } from 'react';
import { ActionForm, useAction } from '~/features/acts';
import { api, type Schemas } from '~/lib/api';
import { facts } from '~/lib/facts';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';
import { FormDialog, Notice, Tabs } from '~/ui';
import type { Portrait } from '../generations-data';
import { largePreview } from '../portrait-pictures';
import { useDownload } from '../use-download';
import { BackgroundPanel } from './background-panel';
import { CropPanel } from './crop-panel';
import { LightSliders } from './light-sliders';
import { AS_IT_IS, isOwn, OWN_SCENE, type Background, type Light, type Wish } from './look';
import { isElsewhere, startPart, type Part, type Subject, type VersionFormat } from './part';
import { PersonPanel } from './person-panel';
import { RefineStage } from './refine-stage';
import styles from './refine.module.css';
import { useLayers } from './use-layers';
import { useMade } from './use-made';

/** It is made within seconds: so often is looked, and so many milliseconds apart. */
const LOOKS = 50;
const APART_MS = 600;

type Tab = 'crop' | 'light' | 'background' | 'person';

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

/** «Feinschliff»: another cut, light, background or photo of a portrait, seen live, kept with it and saved as a file. */
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
  const [tab, setTab] = useState<Tab>('crop');
  const [format, setFormat] = useState<VersionFormat>('linkedin');
  const [light, setLight] = useState<Light>({ brightness: 0, warmth: 0 });
  const [background, setBackground] = useState<Background>(OWN_SCENE);
  const [wish, setWish] = useState<Wish>(AS_IT_IS);
  const layers = useLayers(portrait.id);
  const own = isOwn(wish, background);
  const shown = own ? null : layers.shown;
  const [subject, setSubject] = useState<Subject>(portrait);
  const [part, setPart] = useState<Part>(() => startPart('linkedin', portrait));
  const about = useMade(portrait);
  const action = useAction('generations.refine.failed');
  const { save } = useDownload();
  const hasLeft = useRef(false);
  useEffect(() => {
    hasLeft.current = false;
    return () => {
      hasLeft.current = true;
    };
  }, []);

  // Another photo has another face in another place, perhaps in fewer pixels.
  const current: Subject = shown ?? portrait;
  if (current !== subject && isElsewhere(current, subject)) {
    setSubject(current);
    setPart(startPart(format, current));
  }

  const choose = (chosen: VersionFormat) => {
    setFormat(chosen);
    setPart(startPart(chosen, subject));
  };
  const open = (chosen: Tab) => {
    setTab(chosen);
    // On their way before the first thing is moved.
    if (chosen === 'background' && layers.status === 'none') void layers.ask(wish).catch(() => undefined);
  };
  const remake = (chosen: Wish) => {
    setWish(chosen);
    void layers.ask(chosen).catch(() => undefined);
  };

  const submit = () =>
    action.run(async () => {
      const remade = own ? {} : { layersId: (await layers.ask(wish)).id, background };
      const body = { format, ...part, ...light, ...remade };
      const { id, number: version } = await api.refinePortrait({ path: { id: portrait.id }, body });
      const ready = await made(portrait, id);
      // Who has left meanwhile is doing something else, and finds it in the menu.
      if (hasLeft.current) return;
      const extension = background.kind === 'none' ? 'png' : 'jpg';
      if (!ready?.downloadUrl)
        notify({ title: t('generations.refine.laterTitle'), text: t('generations.refine.later') });
      else if (await save(ready.downloadUrl, `portrait-${number}-${format}-v${version}.${extension}`))
        notify({ title: t('generations.refine.doneTitle'), text: t('generations.refine.done'), tone: 'good' });
      void router.invalidate();
      onClose();
    });

  const panels: { id: Tab; content: React.ReactNode }[] = [
    {
      id: 'crop',
      content: <CropPanel subject={subject} format={format} onFormat={choose} part={part} onPart={setPart} />,
    },
    {
      id: 'light',
      content: (
        <div className={styles.panel}>
          <LightSliders light={light} onChange={setLight} />
        </div>
      ),
    },
    ...(portrait.refinable
      ? ([
          { id: 'background', content: <BackgroundPanel background={background} onChange={setBackground} /> },
          { id: 'person', content: <PersonPanel wish={wish} onChange={remake} made={about} /> },
        ] as const)
      : []),
  ];

  return (
    <FormDialog isOpen isWide onClose={onClose} title={t('generations.refine.title', { number })}>
      <ActionForm action={action} onSubmit={submit} onClose={onClose} submitLabel={t('generations.refine.submit')}>
        <div className={styles.editor}>
          <div className={styles.view}>
            <RefineStage
              subject={subject}
              src={largePreview(portrait)}
              layers={shown}
              background={background}
              format={format}
              part={part}
              onPart={setPart}
              light={light}
              isMaking={!own && layers.status === 'making'}
            />
          </div>
          <div className={styles.controls}>
            <Tabs
              label={t('generations.refine.tabs.label')}
              items={panels.map(({ id, content }) => ({ id, label: t(`generations.refine.tabs.${id}`), content }))}
              selected={tab}
              onChange={open}
            />
            {!own && layers.status === 'failed' ? (
              <Notice tone="bad">{t(layers.isGone ? 'generations.refine.gone' : 'generations.refine.notMade')}</Notice>
            ) : null}
            <p className={styles.hint}>{t('generations.refine.kept', { most: facts.refinement.versionsPerRun })}</p>
          </div>
        </div>
      </ActionForm>
    </FormDialog>
  );
}
