import type { ClothesColour } from '../photo/clothes.js';
import type { Face } from '../photo/face.js';
import type { Cast } from './cast.js';
import type { SkinTone } from './skin.js';

/** What training knows of one photo; the pixels are decoded again when they are needed. */
export interface AnalysedPhoto {
  index: number;
  face: Face;
  quality: number;
  /** The tint and veil of the photo's light. */
  cast: Cast;
  /** The skin's tone as the photo shows it, and without its tint and veil. */
  photoTone: SkinTone;
  tone: SkinTone;
  /** Mean colour of what is worn, 8-bit sRGB; null where too little of it is seen. */
  clothes: ClothesColour | null;
}
