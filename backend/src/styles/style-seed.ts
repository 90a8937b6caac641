import type { STYLE_CATEGORIES } from './style.entity.js';

interface StyleSeed {
  slug: string;
  scene: string;
  displayName: string;
  description: string;
  category: (typeof STYLE_CATEGORIES)[number];
}

/**
 * The styles on sale from the start. Each migration adds those whose scene has no row yet and leaves every existing row alone, since
 * admins edit them; new ones go to the end, so that nothing on sale changes its place.
 */
export const STYLE_SEED: StyleSeed[] = [
  { slug: 'corporate', scene: 'city-daylight', displayName: 'City Daylight', description: 'Klares Tageslicht, die Stadt in der Unschärfe. Für Lebenslauf und Unternehmensseite.', category: 'city' },
  { slug: 'linkedin', scene: 'linkedin', displayName: 'LinkedIn Clean', description: 'Hell, ruhig, ohne Ablenkung. Wirkt auch klein im Kreis.', category: 'studio' },
  { slug: 'black-bg', scene: 'black-bg', displayName: 'Black Background', description: 'Konzentriert und kontrastreich vor tiefem Schwarz.', category: 'studio' },
  { slug: 'studio-grau', scene: 'studio-grey', displayName: 'Studio Grau', description: 'Der klassische graue Studiohintergrund mit weichem Licht.', category: 'studio' },
  { slug: 'warmes-studio', scene: 'warm-studio', displayName: 'Warmes Studio', description: 'Sandfarbene Leinwand, warmes Licht, zugewandt.', category: 'studio' },
  { slug: 'office', scene: 'office', displayName: 'Office', description: 'Helles Büro mit Fensterfront und Regal in der Unschärfe.', category: 'office' },
  { slug: 'fensterlicht', scene: 'window-light', displayName: 'Fensterlicht', description: 'Weisse Wand, weiches Licht durch ein hohes Fenster. Hell und nahbar.', category: 'studio' },
  { slug: 'glashalle', scene: 'glass-lobby', displayName: 'Glashalle', description: 'Eine moderne Eingangshalle: Glas, Holz und viel Himmel in der Unschärfe.', category: 'office' },
  { slug: 'bibliothek', scene: 'library', displayName: 'Bibliothek', description: 'Bücherwand, Eichenholz und warme Lampen. Ruhig und gediegen.', category: 'office' },
  { slug: 'im-park', scene: 'outdoor-green', displayName: 'Im Park', description: 'Bäume, Wiese und Sonne zwischen den Blättern.', category: 'outdoor' },
  { slug: 'am-see', scene: 'golden-lake', displayName: 'Am See', description: 'Die letzte Stunde Sonne am Ufer. Warmes Licht, glitzerndes Wasser.', category: 'outdoor' },
  { slug: 'blaue-stunde', scene: 'evening-city', displayName: 'Blaue Stunde', description: 'Die Stadt nach Sonnenuntergang, Lichter als grosse Kreise in der Unschärfe.', category: 'city' },
  { slug: 'studio-blau', scene: 'studio-blue', displayName: 'Studio Blau', description: 'Blaue Leinwand mit weichem Licht. Sachlich, mit etwas Farbe.', category: 'studio' },
  { slug: 'salbei', scene: 'sage-canvas', displayName: 'Salbei', description: 'Von Hand gemalte Leinwand in gedämpftem Grün.', category: 'studio' },
  { slug: 'terrakotta-indigo', scene: 'two-tone', displayName: 'Terrakotta & Indigo', description: 'Zwei Farben und eine klare Schattenkante. Für alles, was auffallen darf.', category: 'creative' },
];
