import { useId, useRef, type CSSProperties, type PointerEvent } from 'react';
import { useText } from '~/lib/i18n';
import type { Portrait } from './generations-data';
import { gainsOf, heightOf, inside, ratioOf, resized, type Part, type VersionFormat } from './refine-part';
import styles from './refine.module.css';

const percent = (share: number): string => `${share * 100}%`;

export interface RefineStageProps {
  portrait: Portrait;
  src: string;
  format: VersionFormat;
  part: Part;
  onPart(change: (part: Part) => Part): void;
  light: { brightness: number; warmth: number };
}

interface Spot {
  x: number;
  y: number;
}

/** What the version will show: moved with a finger or the pointer, made larger with two fingers. */
export function RefineStage({ portrait, src, format, part, onPart, light }: RefineStageProps) {
  const t = useText();
  const filter = useId();
  const fingers = useRef(new Map<number, Spot>());
  const height = heightOf(part.width, format, portrait);
  const [red, green, blue] = gainsOf(light);

  // Several movements may come between two pictures: each goes on from the one before.
  const move = (x: number, y: number) =>
    onPart((before) => {
      const [left, top] = [before.left + x * before.width, before.top + y * heightOf(before.width, format, portrait)];
      return inside({ ...before, left, top }, format, portrait);
    });
  const scale = (by: number) => onPart((before) => resized(before, before.width / by, format, portrait));

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

  const picture: CSSProperties = {
    width: percent(1 / part.width),
    left: percent(-part.left / part.width),
    top: percent(-part.top / height),
    filter: `url(#${filter})`,
  };
  return (
    <>
      <div
        // Sliders beside it do the same for keys and screen readers.
        aria-hidden="true"
        className={styles.stage}
        style={{ '--ratio': ratioOf(format) } as CSSProperties}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        }}
        onPointerMove={follow}
        onPointerUp={(event) => fingers.current.delete(event.pointerId)}
        onPointerCancel={(event) => fingers.current.delete(event.pointerId)}
      >
        <svg className={styles.filter} aria-hidden="true">
          <filter id={filter} colorInterpolationFilters="sRGB">
            <feColorMatrix values={`${red} 0 0 0 0  0 ${green} 0 0 0  0 0 ${blue} 0 0  0 0 0 1 0`} />
          </filter>
        </svg>
        <img src={src} alt="" className={styles.picture} style={picture} draggable={false} />
        <span className={styles.guides} data-format={format} aria-hidden="true" />
      </div>
      <p className={styles.hint}>{t(`generations.refine.guide.${format}`)}</p>
    </>
  );
}
