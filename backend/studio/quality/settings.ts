import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SCENE_KEYS } from '../scenes/registry.js';

/** What a run is asked for. */
export interface Settings {
  /** Folder whose folders and loose photos are a person each. */
  people: string[];
  /** Folders of one person's photos. */
  persons: string[];
  out: string;
  styles: string[];
  /** Portraits of each style. */
  count: number;
  /** Whether portraits are kept as the engine makes them, to be graded; otherwise small. */
  isLarge: boolean;
  /** Report of the run to compare with; that in `out` without it. */
  before: string | null;
}

const MOST_PORTRAITS = 8;

/** @throws Error with a German text for settings that cannot be */
export function readSettings(args: readonly string[]): Settings {
  const values = parse(args);
  const people = (values.people ?? []).map((folder) => resolve(folder));
  const persons = (values.person ?? []).map((folder) => resolve(folder));
  if (people.length + persons.length === 0) throw new Error('--people ORDNER fehlt: der Ordner mit den Personen');
  if (!values.out) throw new Error('--out ORDNER fehlt: wohin die Seite geschrieben wird');
  const styles = values.styles === undefined ? [...SCENE_KEYS] : values.styles.split(',').map((style) => style.trim());
  const unknown = styles.filter((style) => !SCENE_KEYS.includes(style));
  if (unknown.length > 0) throw new Error(`unbekannter Stil: ${unknown.join(', ')} (es gibt ${SCENE_KEYS.join(', ')})`);
  const count = Number(values.portraits ?? 1);
  if (!Number.isInteger(count) || count < 1 || count > MOST_PORTRAITS)
    throw new Error(`--portraits ${values.portraits}: erwartet wird eine ganze Zahl von 1 bis ${MOST_PORTRAITS}`);
  return {
    people,
    persons,
    out: resolve(values.out),
    styles: [...new Set(styles)],
    count,
    isLarge: values.large ?? false,
    before: values.before === undefined ? null : resolve(values.before),
  };
}

function parse(args: readonly string[]): Partial<{
  people: string[];
  person: string[];
  out: string;
  styles: string;
  portraits: string;
  large: boolean;
  before: string;
}> {
  try {
    return parseArgs({
      args: [...args],
      options: {
        people: { type: 'string', multiple: true },
        person: { type: 'string', multiple: true },
        out: { type: 'string' },
        styles: { type: 'string' },
        portraits: { type: 'string' },
        large: { type: 'boolean' },
        before: { type: 'string' },
      },
    }).values;
  } catch (cause) {
    throw new Error(
      'Aufruf: npm run quality -- --people ORDNER --out ORDNER [--person ORDNER] [--styles STIL,STIL] [--portraits ANZAHL] [--large] [--before BERICHT]',
      { cause },
    );
  }
}
