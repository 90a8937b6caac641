/** A picture that stands for a page where its address is shared: file name, headline line by line, and the scene the figure stands in. */
export interface OgPicture {
  name: string;
  headline: readonly string[];
  scene: string;
}

/** What networks show of a shared address: 1.91 to 1, at the size they ask for, and light enough for messengers that fetch no more. */
export const OG_SIZE = { width: 1200, height: 630 } as const;
export const OG_LIMIT = 90_000;

/** Of pages; a headline's lines are broken by hand, since they are set large. */
export const PAGE_PICTURES: readonly OgPicture[] = [
  { name: 'home', headline: ['Ein Portrait,', 'das Ihnen', 'gleicht.'], scene: 'city-daylight' },
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

/** Of articles, by their slugs: more than the scenes that pages leave. */
export const ARTICLE_PICTURES: readonly OgPicture[] = [
  { name: 'bewerbungsfoto-perfekt', headline: ['Das perfekte', 'Foto für', 'das Dossier.'], scene: 'window-light' },
  { name: 'bewerbungsfoto-branchen', headline: ['Von Bank', 'bis Baustelle.'], scene: 'lobby-dusk' },
  { name: 'bewerbungsfoto-fehler', headline: ['Fehler, die', 'sich beheben', 'lassen.'], scene: 'studio-grey' },
  { name: 'linkedin-profilbild-optimierung', headline: ['Auch klein', 'erkannt', 'werden.'], scene: 'beige' },
  { name: 'linkedin-networking', headline: ['Kontakte,', 'die antworten.'], scene: 'evening-city' },
  { name: 'linkedin-profil', headline: ['Gefunden', 'und gelesen', 'werden.'], scene: 'office' },
  { name: 'ki-businessfotos', headline: ['Gute Fotos,', 'gute Portraits.'], scene: 'outdoor-green' },
  { name: 'ki-fotos-vs-fotograf-vergleich', headline: ['KI oder', 'Fotograf?'], scene: 'two-tone' },
  { name: 'ki-fotografie-zukunft', headline: ['Woher kommt', 'dieses Bild?'], scene: 'library-green' },
];

export const OG_PICTURES: readonly OgPicture[] = [...PAGE_PICTURES, ...ARTICLE_PICTURES];
