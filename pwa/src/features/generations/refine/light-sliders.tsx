import { useText } from '~/lib/i18n';
import { Slider } from '~/ui';
import type { Light } from './look';

const SIGNED = { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' } as const;

/** Darker or lighter, cooler or warmer. */
export function LightSliders({ light, onChange }: { light: Light; onChange(light: Light): void }) {
  const t = useText();
  return (['brightness', 'warmth'] as const).map((what) => (
    <Slider
      key={what}
      label={t(`generations.refine.${what}`)}
      value={light[what]}
      onChange={(value) => onChange({ ...light, [what]: value })}
      min={-1}
      max={1}
      step={0.05}
      format={SIGNED}
    />
  ));
}
