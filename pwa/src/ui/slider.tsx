import type { ReactNode } from 'react';
import { Label } from 'react-aria-components/Label';
import { Slider as AriaSlider, SliderFill, SliderOutput, SliderThumb, SliderTrack } from 'react-aria-components/Slider';
import field from './field.module.css';
import styles from './slider.module.css';

export interface SliderProps {
  label: ReactNode;
  value: number;
  onChange(value: number): void;
  /** When the thumb is let go: for what is too slow to follow every step. */
  onChangeEnd?(value: number): void;
  min: number;
  max: number;
  step?: number;
  /** How the value is written and read out, for instance `{ style: 'percent' }`. */
  format?: Intl.NumberFormatOptions;
  isDisabled?: boolean;
}

/** A number within bounds, set by hand: dragged, or by the arrow keys, Home and End. */
export function Slider({ label, value, onChange, onChangeEnd, min, max, step, format, isDisabled }: SliderProps) {
  return (
    <AriaSlider<number>
      value={value}
      onChange={onChange}
      onChangeEnd={onChangeEnd}
      minValue={min}
      maxValue={max}
      step={step}
      formatOptions={format}
      isDisabled={isDisabled}
      className={styles.slider}
    >
      <Label className={field.label}>{label}</Label>
      <SliderOutput className={styles.output} />
      <SliderTrack className={styles.track}>
        <span className={styles.rail}>
          <SliderFill className={styles.fill} />
        </span>
        <SliderThumb className={styles.thumb} />
      </SliderTrack>
    </AriaSlider>
  );
}
