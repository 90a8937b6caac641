import type { STYLE_CATEGORIES, StylePurpose } from './style.entity.js';

/** Place of the style at this index, with room between for admins. */
export const seedOrder = (index: number): number => (index + 1) * 10;

interface StyleSeed {
  slug: string;
  scene: string;
  displayName: string;
  description: string;
  category: (typeof STYLE_CATEGORIES)[number];
  purposes: StylePurpose[];
  /** What it shows, in English words, for engines that are told in words; after the person, before what all portraits have in common. */
  prompt: string;
}

/**
 * The styles on sale from the start. Each migration adds those whose scene has no row yet and leaves every existing row alone, since
 * admins edit them; new ones go to the end, so that nothing on sale changes its place.
 */
export const STYLE_SEED: StyleSeed[] = [
  {
    slug: 'corporate',
    scene: 'city-daylight',
    displayName: 'City Daylight',
    description: 'Klares Tageslicht, die Stadt in der Unschärfe. Für Lebenslauf und Unternehmensseite.',
    category: 'city',
    purposes: ['application', 'linkedin', 'team'],
    prompt:
      'standing outdoors in a modern European city in clear daylight, streets and glass facades in soft blur behind, wearing a well-fitted navy business jacket, soft natural light',
  },
  {
    slug: 'linkedin',
    scene: 'linkedin',
    displayName: 'LinkedIn Clean',
    description: 'Hell, ruhig, ohne Ablenkung. Wirkt auch klein im Kreis.',
    category: 'studio',
    purposes: ['application', 'linkedin', 'team'],
    prompt:
      'in front of a bright plain off-white background, wearing a neat light blue shirt or blouse with a dark blazer, even soft light, airy and friendly',
  },
  {
    slug: 'black-bg',
    scene: 'black-bg',
    displayName: 'Black Background',
    description: 'Konzentriert und kontrastreich vor tiefem Schwarz.',
    category: 'studio',
    purposes: ['linkedin', 'press'],
    prompt:
      'in front of a deep black studio background, wearing a dark tailored jacket, dramatic but soft side light, strong contrast, fine separation from the background',
  },
  {
    slug: 'studio-grau',
    scene: 'studio-grey',
    displayName: 'Studio Grau',
    description: 'Der klassische graue Studiohintergrund mit weichem Licht.',
    category: 'studio',
    purposes: ['application', 'linkedin', 'team'],
    prompt:
      'in front of a classic mottled grey studio backdrop, wearing a charcoal business suit, soft light from a large softbox',
  },
  {
    slug: 'warmes-studio',
    scene: 'warm-studio',
    displayName: 'Warmes Studio',
    description: 'Sandfarbene Leinwand, warmes Licht, zugewandt.',
    category: 'studio',
    purposes: ['application', 'linkedin'],
    prompt:
      'in front of a sand-coloured painted studio canvas, wearing a warm beige or brown jacket, warm soft light, approachable',
  },
  {
    slug: 'office',
    scene: 'office',
    displayName: 'Büro',
    description: 'Helles Büro mit Fensterfront und Regal in der Unschärfe.',
    category: 'office',
    purposes: ['linkedin', 'team'],
    prompt:
      'in a bright modern office with a window front and shelves in soft blur behind, wearing business casual, daylight from the side',
  },
  {
    slug: 'fensterlicht',
    scene: 'window-light',
    displayName: 'Fensterlicht',
    description: 'Weisse Wand, weiches Licht durch ein hohes Fenster. Hell und nahbar.',
    category: 'studio',
    purposes: ['application', 'linkedin'],
    prompt:
      'in front of a white wall beside a tall window, soft window light from one side, wearing a light knit or shirt, bright and natural',
  },
  {
    slug: 'glashalle',
    scene: 'glass-lobby',
    displayName: 'Glashalle',
    description: 'Eine moderne Eingangshalle: Glas, Holz und viel Himmel in der Unschärfe.',
    category: 'office',
    purposes: ['team', 'press'],
    prompt:
      'in a modern entrance hall of glass and light wood in soft blur, much sky, wearing a tailored business suit, bright daylight',
  },
  {
    slug: 'bibliothek',
    scene: 'library',
    displayName: 'Bibliothek',
    description: 'Bücherwand, Eichenholz und warme Lampen. Ruhig und gediegen.',
    category: 'office',
    purposes: ['team', 'press'],
    prompt:
      'in front of a wall of books and oak shelves in soft blur, warm lamps, wearing a dark jacket, calm and dignified, warm light',
  },
  {
    slug: 'im-park',
    scene: 'outdoor-green',
    displayName: 'Im Park',
    description: 'Bäume, Wiese und Sonne zwischen den Blättern.',
    category: 'outdoor',
    purposes: ['linkedin', 'team'],
    prompt:
      'in a park, trees, meadow and sun between the leaves in soft blur behind, wearing smart casual, soft natural light',
  },
  {
    slug: 'am-see',
    scene: 'golden-lake',
    displayName: 'Am See',
    description: 'Die letzte Stunde Sonne am Ufer. Warmes Licht, glitzerndes Wasser.',
    category: 'outdoor',
    purposes: ['linkedin', 'press'],
    prompt:
      'on the shore of a lake in the last hour of sun, glittering water in soft blur behind, wearing smart casual, warm golden light',
  },
  {
    slug: 'blaue-stunde',
    scene: 'evening-city',
    displayName: 'Blaue Stunde',
    description: 'Die Stadt nach Sonnenuntergang, Lichter als grosse Kreise in der Unschärfe.',
    category: 'city',
    purposes: ['linkedin', 'press'],
    prompt:
      'in a city after sunset, lights as large soft discs in the blur behind, wearing an elegant dark coat or jacket, cool blue hour light with a warm key light',
  },
  {
    slug: 'studio-blau',
    scene: 'studio-blue',
    displayName: 'Studio Blau',
    description: 'Blaue Leinwand mit weichem Licht. Sachlich, mit etwas Farbe.',
    category: 'studio',
    purposes: ['application', 'team'],
    prompt: 'in front of a blue painted studio canvas, wearing a dark blazer and white shirt, soft factual light',
  },
  {
    slug: 'salbei',
    scene: 'sage-canvas',
    displayName: 'Salbei',
    description: 'Von Hand gemalte Leinwand in gedämpftem Grün.',
    category: 'studio',
    purposes: ['linkedin', 'team'],
    prompt: 'in front of a hand-painted muted sage green canvas, wearing earthy smart casual clothes, soft light',
  },
  {
    slug: 'terrakotta-indigo',
    scene: 'two-tone',
    displayName: 'Terrakotta & Indigo',
    description: 'Zwei Farben und eine klare Schattenkante. Für alles, was auffallen darf.',
    category: 'creative',
    purposes: ['press'],
    prompt:
      'in front of a background of terracotta and indigo with a clear shadow edge, wearing plain dark clothes, directional hard light, editorial and bold',
  },
  {
    slug: 'beige',
    scene: 'beige',
    displayName: 'Beige',
    description: 'Helles, neutrales Beige mit weichem Seitenlicht. Ruhig und zeitlos.',
    category: 'studio',
    purposes: ['application', 'linkedin', 'team'],
    prompt:
      'in front of a plain light beige paper background with soft light falloff, wearing neutral smart casual or a light blazer, large soft light from one side, calm and timeless',
  },
  {
    slug: 'gruene-bibliothek',
    scene: 'library-green',
    displayName: 'Grüne Bibliothek',
    description: 'Tiefgrünes Täfer, Bücher und eine Lampe aus Messing. Warm und souverän.',
    category: 'office',
    purposes: ['team', 'press'],
    prompt:
      'in the corner of a library with deep green panelled walls, a bookshelf and a brass lamp in soft blur behind, wearing a dark tailored jacket, warm lamp light',
  },
  {
    slug: 'lobby-am-abend',
    scene: 'lobby-dusk',
    displayName: 'Lobby am Abend',
    description: 'Warme Lampen in einer modernen Lobby, die blaue Stunde vor dem Glas.',
    category: 'office',
    purposes: ['team', 'press'],
    prompt:
      'in a modern lobby at dusk, warm interior lamps and the blue hour with city lights through the glass in soft blur behind, wearing an elegant business suit, warm key light',
  },
];
