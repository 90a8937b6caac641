import { useId, useRef, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react';
import { useText } from '~/lib/i18n';
import type { Portrait } from './generations-data';
import { gainsOf, heightOf, inside, ratioOf, resized, type Part, type VersionFormat } from './refine-part';
import styles from './refine.module.css';

/** A step of the arrow keys, as a share of what is seen; and of the keys + and −. */
const STEP = 0.03;
const SCALE = 1.06;

const percent = (share: number): string => `${share * 100}%`;

export interface RefineStageProps {
  portrait: Portrait;
  src: string;
  format: VersionFormat;
  part: Part;
  onPart(part: Part): void;
  light: { brightness: number; warmth: number };
}

interface Spot {
  x: number;
  y: number;
}

/** What the version will show: moved with a finger, the pointer or the arrow keys, made larger with two fingers, the wheel or + and −. */
export function RefineStage({ portrait, src, format, part, onPart, light }: RefineStageProps) {
  const t = useText();
  const filter = useId();
  const hint = useId();
  const fingers = useRef(new Map<number, Spot>());
  const height = heightOf(part.width, format, portrait);
  const [red, green, blue] = gainsOf(light);

  const move = (x: number, y: number) =>
    onPart(inside({ ...part, left: part.left + x * part.width, top: part.top + y * height }, format, portrait));
  const scale = (by: number) => onPart(resized(part, part.width / by, format, portrait));

  function follow(event: PointerEvent<HTMLElement>) {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    fingers.current.set(event.pointerId, now);
    const box = event.currentTarget.getBoundingClientRect();
    if (other) {
      const [was, is] = [before, now].map((spot) => Math.hypot(spot.x - other.x, spot.y - other.y)) as [number, number];
      if (was > 0 && is > 0) scale(is / was);
    } else move((before.x - now.x) / box.width, (before.y - now.y) / box.height);
  }

  function onKeyDown(event: KeyboardEvent) {
    const steps: Record<string, readonly [number, number]> = {
      ArrowLeft: [-STEP, 0],
      ArrowRight: [STEP, 0],
      ArrowUp: [0, -STEP],
      ArrowDown: [0, STEP],
    };
    const step = steps[event.key];
    if (step) move(...step);
    else if (event.key === '+') scale(SCALE);
    else if (event.key === '-') scale(1 / SCALE);
    else return;
    event.preventDefault();
  }

  const picture: CSSProperties = {
    width: percent(1 / part.width),
    left: percent(-part.left / part.width),
    top: percent(-part.top / height),
    filter: `url(#${filter})`,
  };
  return (
    <>
      <div
        role="group"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- moved by keys as by fingers
        tabIndex={0}
        aria-label={t('generations.refine.stage')}
        aria-describedby={hint}
        className={styles.stage}
        style={{ '--ratio': ratioOf(format) } as CSSProperties}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        }}
        onPointerMove={follow}
        onPointerUp={(event) => fingers.current.delete(event.pointerId)}
        onPointerCancel={(event) => fingers.current.delete(event.pointerId)}
        onWheel={(event) => scale(event.deltaY < 0 ? SCALE : 1 / SCALE)}
      >
        <svg className={styles.filter} aria-hidden="true">
          <filter id={filter} colorInterpolationFilters="sRGB">
            <feColorMatrix values={`${red} 0 0 0 0  0 ${green} 0 0 0  0 0 ${blue} 0 0  0 0 0 1 0`} />
          </filter>
        </svg>
        <img src={src} alt="" className={styles.picture} style={picture} draggable={false} />
        <span className={styles.guides} data-format={format} aria-hidden="true" />
      </div>
      <p id={hint} className={styles.hint}>
        {t(`generations.refine.guide.${format}`)}
      </p>
    </>
  );
}
