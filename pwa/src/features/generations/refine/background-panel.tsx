import { useText } from '~/lib/i18n';
import { Segmented, TextField } from '~/ui';
import { LightSliders } from './light-sliders';
import { colourFrom, OWN_SCENE, type Background } from './look';
import styles from './refine.module.css';

/** White, light grey, warm grey, anthracite and navy: what websites and documents mostly have. */
const COLOURS = ['#ffffff', '#eef0f2', '#d9d4cc', '#2b2f36', '#16294d'] as const;
export const FIRST = COLOURS[1];

export interface BackgroundPanelProps {
  background: Background;
  onChange(background: Background): void;
  /** The colour as it was typed, which may be none yet. */
  typed: string;
  onType(typed: string): void;
}

/** What stands behind the person: the scene in another light, a colour, or nothing. */
export function BackgroundPanel({ background, onChange, typed, onType }: BackgroundPanelProps) {
  const t = useText();
  const colour = colourFrom(typed);

  function type(text: string) {
    onType(text);
    const known = colourFrom(text);
    if (known) onChange({ kind: 'colour', colour: known });
  }

  const choose = (kind: Background['kind']) => {
    if (kind === 'scene') onChange(OWN_SCENE);
    else if (kind === 'none') onChange({ kind });
    else onChange({ kind, colour: colour ?? FIRST });
  };

  return (
    <div className={styles.panel}>
      <Segmented
        label={t('generations.refine.background.label')}
        value={background.kind}
        onChange={choose}
        options={(['scene', 'colour', 'none'] as const).map((value) => ({
          value,
          label: t(`generations.refine.background.${value}`),
        }))}
      />
      {background.kind === 'scene' ? (
        <LightSliders light={background} onChange={(light) => onChange({ kind: 'scene', ...light })} />
      ) : null}
      {background.kind === 'colour' ? (
        <>
          <Segmented
            label={t('generations.refine.background.usual')}
            value={COLOURS.find((each) => each === background.colour) ?? ''}
            onChange={type}
            options={COLOURS.map((value) => ({
              value: value as string,
              label: (
                <span className={styles.swatch} style={{ background: value }}>
                  <span className={styles.swatchName}>
                    {t(`generations.refine.background.names.${value.slice(1) as Name}`)}
                  </span>
                </span>
              ),
            }))}
          />
          <div className={styles.own}>
            <TextField
              label={t('generations.refine.background.own')}
              value={typed}
              onChange={type}
              maxLength={9}
              spellCheck="false"
              autoComplete="off"
              error={colour ? undefined : t('generations.refine.background.notAColour')}
            />
            <input
              type="color"
              aria-label={t('generations.refine.background.pick')}
              className={styles.pick}
              value={colour ?? FIRST}
              onChange={(event) => type(event.target.value)}
            />
          </div>
        </>
      ) : null}
      {background.kind === 'none' ? <p className={styles.hint}>{t('generations.refine.background.clear')}</p> : null}
    </div>
  );
}

type Name = 'ffffff' | 'eef0f2' | 'd9d4cc' | '2b2f36' | '16294d';
