import type { FacePlace, GenerateRequest, PortraitSource, Retouch } from './port.js';

export type Gains = readonly [red: number, green: number, blue: number];

/** What stands behind the person of a refined portrait. */
export type Background =
  /** The portrait's own scene; the display values of its channels are multiplied. */
  | { kind: 'scene'; gains: Gains }
  /** One colour all over, as `#rrggbb`; the display values of the person's channels are multiplied. */
  | { kind: 'colour'; colour: string; gains: Gains }
  /** Nothing: the picture is clear there. */
  | { kind: 'none' };

/** A portrait of a run, to be made again in another way. */
export interface RefineRequest extends Pick<
  GenerateRequest,
  'descriptor' | 'readArtifact' | 'scene' | 'seed' | 'count' | 'choice' | 'complaint' | 'width' | 'signal'
> {
  /** Its position in the run. */
  index: number;
  /** As the portrait tells it: one that would be planned otherwise now is not made again. */
  source: PortraitSource;
  retouch: Retouch;
  /** Another cutout of the model in the place of its own; null for its own. */
  cutout: string | null;
}

export interface RefinedPortrait {
  /** JPEG with XMP provenance; PNG where the background is clear. */
  picture: Uint8Array;
  width: number;
  height: number;
  face: FacePlace;
}

/** A portrait in two parts, small, which laid over each other show it. */
export interface PortraitLayers {
  /** WebP with alpha. */
  person: Uint8Array;
  /** JPEG of the same size, with the person's shadow. */
  background: Uint8Array;
  /** Size of the portrait in pixels, not of the layers. */
  width: number;
  height: number;
  /** In the portrait's pixels. */
  face: FacePlace;
}

/** What can make finished portraits again. */
export interface RefiningEngine {
  /** @throws EngineExhausted where the portrait cannot be made again */
  refine(request: RefineRequest & { background: Background }): Promise<RefinedPortrait>;
  /** @param request `layerHeight`: pixels. @throws EngineExhausted where the portrait cannot be made again */
  layers(request: RefineRequest & { layerHeight: number }): Promise<PortraitLayers>;
}
