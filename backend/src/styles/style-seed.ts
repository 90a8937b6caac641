import type { STYLE_CATEGORIES } from './style.entity.js';

interface StyleSeed {
  slug: string;
  scene: string;
  displayName: string;
  description: string;
  category: (typeof STYLE_CATEGORIES)[number];
}

/** The styles a fresh installation offers; admins edit them afterwards, so existing rows are left alone. */
export const STYLE_SEED: StyleSeed[] = [
  { slug: 'corporate', scene: 'city-daylight', displayName: 'City Daylight', description: 'Klares Tageslicht, die Stadt in der Unschärfe. Für Lebenslauf und Unternehmensseite.', category: 'city' },
  { slug: 'linkedin', scene: 'linkedin', displayName: 'LinkedIn Clean', description: 'Hell, ruhig, ohne Ablenkung. Wirkt auch klein im Kreis.', category: 'studio' },
  { slug: 'black-bg', scene: 'black-bg', displayName: 'Black Background', description: 'Konzentriert und kontrastreich vor tiefem Schwarz.', category: 'studio' },
  { slug: 'studio-grau', scene: 'studio-grey', displayName: 'Studio Grau', description: 'Der klassische graue Studiohintergrund mit weichem Licht.', category: 'studio' },
  { slug: 'warmes-studio', scene: 'warm-studio', displayName: 'Warmes Studio', description: 'Sandfarbene Leinwand, warmes Licht, zugewandt.', category: 'studio' },
  { slug: 'office', scene: 'office', displayName: 'Office', description: 'Helles Büro mit Fensterfront und Regal in der Unschärfe.', category: 'office' },
];
