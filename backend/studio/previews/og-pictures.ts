/** A picture that stands for a page where its address is shared: file name, headline line by line, and the scene the figure stands in. */
export interface OgPicture {
  name: string;
  headline: readonly string[];
  scene: string;
}

/** What networks show of a shared address: 1.91 to 1, at the size they ask for, and light enough for messengers that fetch no more. */
export const OG_SIZE = { width: 1200, height: 630 } as const;
export const OG_LIMIT = 90_000;

/** All of them; a headline's lines are broken by hand, since they are set large. */
export const OG_PICTURES: readonly OgPicture[] = [
  { name: 'home', headline: ['Ein Portrait,', 'das Sie sind.'], scene: 'city-daylight' },
  { name: 'pricing', headline: ['Preise,', 'die man', 'versteht.'], scene: 'office' },
  { name: 'styles', headline: ['Licht und', 'Hintergrund', 'nach Wahl.'], scene: 'golden-lake' },
  { name: 'bewerbungsfoto', headline: ['Das', 'Bewerbungsfoto.'], scene: 'studio-grey' },
  { name: 'linkedin', headline: ['Das Profilbild', 'für LinkedIn.'], scene: 'linkedin' },
  { name: 'unternehmen', headline: ['Portraits', 'für das', 'ganze Team.'], scene: 'glass-lobby' },
  { name: 'blog', headline: ['Aus dem', 'Blog.'], scene: 'library' },
  { name: 'blog-bewerbung', headline: ['Bewerbung'], scene: 'warm-studio' },
  { name: 'blog-linkedin', headline: ['LinkedIn'], scene: 'studio-blue' },
  { name: 'blog-ai', headline: ['KI-Portraits'], scene: 'two-tone' },
  { name: 'legal', headline: ['Klar', 'geregelt.'], scene: 'sage-canvas' },
  { name: 'bild-pruefen', headline: ['Ist dieses Bild', 'von Bildnis?'], scene: 'black-bg' },
];
