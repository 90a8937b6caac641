import { useEffect, useRef, useState } from 'react';
import { ActionForm, useAction } from '~/features/acts';
import { api, type Schemas } from '~/lib/api';
import { facts } from '~/lib/facts';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';
import { Button, FormDialog, Notice, Tabs } from '~/ui';
import type { Portrait } from '../generations-data';
import { largePreview } from '../portrait-pictures';
import { useDownload } from '../use-download';
import { versionFileName } from '../version-file-name';
import { BackgroundPanel, FIRST } from './background-panel';
import { CropPanel } from './crop-panel';
import { LightSliders } from './light-sliders';
import { AS_IT_IS, colourFrom, isOwn, OWN_SCENE, type Background, type Light, type Wish } from './look';
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
  // Of another photo than the one that is wished now it would be somebody in another pose.
  const shown = !own && layers.shown?.photoId === wish.photoId ? layers.shown : null;
  const [typed, setTyped] = useState<string>(FIRST);
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
    if (chosen === 'background' && layers.status === 'none') again();
  };
  const again = () => void layers.ask(wish).catch(() => undefined);
  const changeBackground = (chosen: Background) => {
    setBackground(chosen);
    if (layers.status === 'failed') again();
  };
  const remake = (chosen: Wish) => {
    setWish(chosen);
    void layers.ask(chosen, false).catch(() => undefined);
  };

  const submit = () => {
    if (background.kind === 'colour' && !colourFrom(typed)) return setTab('background');
    return action.run(async () => {
      const remade = own ? null : await layers.ask(wish);
      if (hasLeft.current) return;
      // Saved before they were to be seen: the part that is on the screen is one of another picture.
      const cut = remade && isElsewhere(remade, subject) ? startPart(format, remade) : part;
      const body = { format, ...cut, ...light, ...(remade ? { layersId: remade.id, background } : {}) };
      const { id } = await api.refinePortrait({ path: { id: portrait.id }, body });
      const ready = await made(portrait, id);
      // Who has left meanwhile is doing something else, and finds it in the menu.
      if (hasLeft.current) return;
      if (!ready?.downloadUrl)
        notify({ title: t('generations.refine.laterTitle'), text: t('generations.refine.later') });
      else if (await save(ready.downloadUrl, versionFileName(number, ready)))
        notify({ title: t('generations.refine.doneTitle'), text: t('generations.refine.done'), tone: 'good' });
      void router.invalidate();
      onClose();
    });
  };

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
          {
            id: 'background',
            content: (
              <BackgroundPanel background={background} onChange={changeBackground} typed={typed} onType={setTyped} />
            ),
          },
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
              <Notice
                tone="bad"
                action={
                  <Button variant="quiet" onPress={again}>
                    {t('generations.refine.again')}
                  </Button>
                }
              >
                {t('generations.refine.notMade')}
              </Notice>
            ) : null}
            {!own && layers.status === 'gone' ? <Notice tone="bad">{t('generations.refine.gone')}</Notice> : null}
            <p className={styles.hint}>{t('generations.refine.kept', { most: facts.refinement.versionsPerRun })}</p>
          </div>
        </div>
      </ActionForm>
    </FormDialog>
  );
}
