import { facts } from '~/lib/facts';
import { useText } from '~/lib/i18n';
import { Select, Slider } from '~/ui';
import { formatName } from '../format-name';
import {
  heightOf,
  inside,
  resized,
  VERSION_FORMATS,
  widest,
  type Part,
  type Subject,
  type VersionFormat,
} from './part';
import styles from './refine.module.css';

/** What each of the two sliders moves. */
const EDGE = { across: 'left', down: 'top' } as const;
const PERCENT = { style: 'percent', maximumFractionDigits: 0 } as const;

export interface CropPanelProps {
  subject: Subject;
  format: VersionFormat;
  onFormat(format: VersionFormat): void;
  part: Part;
  onPart(part: Part): void;
}

/** Which part of the picture is kept, and for what. */
export function CropPanel({ subject, format, onFormat, part, onPart }: CropPanelProps) {
  const t = useText();
  const most = widest(format, subject);
  const free = { across: 1 - part.width, down: 1 - heightOf(part.width, format, subject) };
  return (
    <div className={styles.panel}>
      <Select
        label={t('generations.refine.format')}
        placeholder={formatName(format, t)}
        options={VERSION_FORMATS.map((id) => ({ id, label: formatName(id, t) }))}
        value={format}
        onChange={(id) => onFormat(id as VersionFormat)}
      />
      <Slider
        label={t('generations.refine.size')}
        value={most / part.width}
        onChange={(scale) => onPart(resized(part, most / scale, format, subject))}
        min={1}
        max={Math.max(1.01, most / facts.refinement.leastWidth)}
        step={0.01}
        format={PERCENT}
      />
      {(['across', 'down'] as const).map((way) => (
        <Slider
          key={way}
          label={t(`generations.refine.${way}`)}
          value={free[way] > 0.001 ? part[EDGE[way]] / free[way] : 0}
          onChange={(share) => onPart(inside({ ...part, [EDGE[way]]: share * free[way] }, format, subject))}
          min={0}
          max={1}
          step={0.01}
          format={PERCENT}
          isDisabled={free[way] <= 0.001}
        />
      ))}
    </div>
  );
}
