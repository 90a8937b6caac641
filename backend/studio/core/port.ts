/** Why a photo cannot be used. Each has a German text the customer can act on. */
export const PHOTO_REASONS = [
  'unsupported_format',
  'heic',
  'too_many_pixels',
  'damaged',
  'no_face',
  'many_faces',
  'too_small',
  'face_cut',
  'turned',
  'rotated',
  'too_dark',
  'too_bright',
  'blurred',
  'sunglasses',
] as const;
export type PhotoReason = (typeof PHOTO_REASONS)[number];

/** Why no portrait is made of an accepted photo while there are better ones. Each has a German text the customer can act on. */
export const PHOTO_DOUBTS = ['outline_unclear', 'too_close', 'expression', 'small', 'hands'] as const;
export type PhotoDoubt = (typeof PHOTO_DOUBTS)[number];
/** Those with which no portrait can be made of a photo at all. */
export const PROHIBITIVE_DOUBTS: readonly PhotoDoubt[] = ['outline_unclear', 'too_close'];

/** Why training makes no portraits of a photo, or only for want of better ones. Each has a German text the customer can act on. */
export const UNUSED_REASONS = [
  'other_person',
  'no_face',
  ...PHOTO_DOUBTS,
  'black_and_white',
  'light_behind',
  'light_differs',
  'near_duplicate',
  'enough_better',
] as const;
export type UnusedReason = (typeof UNUSED_REASONS)[number];

/** What is known of an accepted photo. Plain JSON: it is stored with the photo's row and deleted with it. */
export interface PhotoAnalysis {
  /** Overall usefulness, 0 (barely usable) to 1 (ideal). Photos are ranked by it. */
  quality: number;
  /** Face height (forehead to chin) in pixels of the normalised JPEG. */
  faceHeight: number;
  /** Head turn and tilt in radians. */
  yaw: number;
  roll: number;
  /** Likeness vector, base64 of little-endian float32; empty where likeness is switched off. Biometric data: lives only as long as the photo or the profile. */
  embedding: string;
  /** 64-bit perceptual hash as 16 hex digits, for near-duplicate advice. */
  perceptualHash: string;
  /** Mean grey of the face, 0 to 255. Photos from before it was measured lack it. */
  faceLight?: number;
  /** Mean colour below the chin, 8-bit sRGB; null where the photo does not show it. */
  clothes?: [r: number, g: number, b: number] | null;
  /** Why the built-in engine makes no portrait of it while there are better ones; null for none. Photos from before it was looked for lack it. */
  doubt?: PhotoDoubt | null;
}

export type PhotoInspection =
  | { ok: true; jpeg: Uint8Array; width: number; height: number; analysis: PhotoAnalysis }
  | { ok: false; reason: PhotoReason };

/** What a picture tells about where it came from. */
export type ImageTrace =
  | {
      ok: true;
      /** The provenance mark it carries, if it names us. */ mark:
        | 'compositeSynthetic'
        | 'trainedAlgorithmicMedia'
        | null;
      /** Whether the mark says that it is a sample. */ isSample: boolean;
      /** Of the picture, and of what plain bars around it leave; 64 hex digits each, see fingerprint.ts. */ fingerprints: string[];
    }
  | { ok: false; reason: PhotoReason };

/** A check ran out of time, and so did its repetition. It says nothing about the photo; another try may succeed. */
export class InspectionTooSlow extends Error {
  constructor() {
    super('the photo check ran out of time twice');
    this.name = 'InspectionTooSlow';
  }
}

/**
 * Decodes, normalises (EXIF rotation, sRGB, no metadata, JPEG) and judges one photo, outside the web thread.
 * Bytes stay in memory. A file that crashes the decoder is `damaged`; the service lives on.
 * @throws InspectionTooSlow
 */
export interface PhotoInspector {
  inspect(photo: Uint8Array, options?: { signal?: AbortSignal }): Promise<PhotoInspection>;
  /** Looks for our mark and takes the fingerprints of any picture, with or without a face. Same pipeline, nothing is kept. */
  trace(picture: Uint8Array, options?: { signal?: AbortSignal }): Promise<ImageTrace>;
  close(): Promise<void>;
}

/** Progress of a job: a stage name and the true fraction of the work done, 0 to 1, never falling. */
export interface EngineProgress {
  stage: 'analysing' | 'preparing' | 'learning' | 'rendering' | 'finishing';
  fraction: number;
}

export interface TrainRequest {
  /** Names this training: an engine that works elsewhere finds by it what an earlier attempt has begun. */
  task: string;
  /** Whose profile it is for, and the word for such a person. */
  subject: { id: string; gender: 'male' | 'female' };
  photos: { id: string; analysis: PhotoAnalysis; read(): Promise<Uint8Array> }[];
  onProgress(progress: EngineProgress): void;
  signal?: AbortSignal;
}

/** One file of a trained model. The caller stores it and hands it back by name. */
export interface ModelArtifact {
  name: string;
  contentType: string;
  bytes: Uint8Array;
}

export interface TrainedModel {
  /** Engine-specific JSON, opaque to the caller; handed back unchanged in `generate`. */
  descriptor: unknown;
  artifacts: ModelArtifact[];
  /** Of how many photos a cut-out is kept; 0 where the model lies with a provider. */
  crops: number;
  /** Whether a run may choose its retouch. */
  offersRetouch: boolean;
  /** What became of each photo: those that portraits are made of first, the one taken most often before the others. Null where the engine does not choose among them. */
  photos: PhotoUse[] | null;
}

/** What training did with one photo. */
export interface PhotoUse {
  photoId: string;
  /** Name of the artifact that portraits are made of; null where none is made of this photo. */
  cutout: string | null;
  /** Why it is not used, or only for want of better ones; null for a good one. */
  reason: UnusedReason | null;
}

/** Which cutouts the customer wants left out of portraits, and which more often, by the names of their artifacts. */
export interface CutoutChoice {
  excluded: readonly string[];
  preferred: readonly string[];
}

/** How much the skin of the face is evened out: not at all, the usual, or more. Form, colour and lightness stay at each. */
export const RETOUCHES = ['none', 'subtle', 'more'] as const;
export type Retouch = (typeof RETOUCHES)[number];
export const DEFAULT_RETOUCH: Retouch = 'subtle';

/** What a customer may not like of a run; a repeat of it answers that. */
export const COMPLAINTS = ['expression', 'crop', 'light', 'clothes', 'likeness'] as const;
export type Complaint = (typeof COMPLAINTS)[number];

export interface GenerateRequest {
  /** Names this run, as `TrainRequest.task`. */
  task: string;
  descriptor: unknown;
  readArtifact(name: string): Promise<Uint8Array>;
  /** The engine's own scene key, not the style's slug (admins may edit slugs). */
  scene: string;
  /** What the style shows, in words, for engines that are told in words. */
  prompt: string;
  /** Same model, scene, seed, count and size on one machine give byte-identical files. */
  seed: number;
  count: number;
  /** What the customer chose among the model's cutouts; the same for every attempt. Not heeded by engines whose models have none. */
  choice?: CutoutChoice | null;
  /** Positions that an earlier attempt has delivered: they are not made again. */
  done?: ReadonlySet<number>;
  /** `DEFAULT_RETOUCH` without it; nothing for models whose portraits offer no choice. */
  retouch?: Retouch;
  /** What was not liked of the run that this one repeats, the same for every attempt. */
  complaint?: Complaint | null;
  /** Width of portraits in pixels, 4:5. Default 1024. Narrower where a photo would have to be enlarged too much. */
  width?: number;
  onProgress(progress: EngineProgress): void;
  /** Called as soon as there is a picture to show, before it is measured; not by every engine. */
  onRendered?(picture: { index: number; jpeg: Uint8Array }): void | Promise<void>;
  /** Called as each portrait is finished, in any order. */
  onPortrait?(portrait: RenderedPortrait): void | Promise<void>;
  signal?: AbortSignal;
}

/** Where the face is in a picture, in its pixels. */
export interface FacePlace {
  /** Middle between the eyes. */
  x: number;
  y: number;
  /** Forehead to chin. */
  height: number;
}

/** The file of the model that shows, as a picture, what a portrait was made of; and the part of it that the portrait shows. */
export interface PortraitSource {
  artifact: string;
  /** Shares of the file's width and height; the part may reach beyond it. */
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface RenderedPortrait {
  /** Position in the run, 0 to count-1. */
  index: number;
  /** JPEG with XMP provenance (DigitalSourceType). */
  jpeg: Uint8Array;
  width: number;
  height: number;
  /** Highest cosine to the person's own photos, -1 to 1; null where likeness is switched off. */
  likeness: number | null;
  /** What portraits of a run are ordered by, highest first: the likeness, else the quality of what they are made of. */
  rank: number;
  face: FacePlace;
  /** Null where no photo was edited, or the profile is from before this was kept. */
  source: PortraitSource | null;
  /** The provider's emulator made it: a drawing with «Muster» across it, no portrait that a model made. */
  isSample: boolean;
}

/** Fewer than the needed number of photos can be used: the training fails for good with this reason. */
export class TooFewUsablePhotos extends Error {
  constructor(
    readonly usable: number,
    readonly needed: number,
    readonly setAside: { photoId: string; reason: 'other_person' }[] = [],
  ) {
    super(`only ${usable} of at least ${needed} photos usable`);
    this.name = 'TooFewUsablePhotos';
  }
}

/** What the engine was asked for cannot be had, however often it is tried: the work fails for good. */
export class EngineExhausted extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EngineExhausted';
  }
}

export const ENGINE_NAMES = ['studio', 'replicate'] as const;
export type EngineName = (typeof ENGINE_NAMES)[number];

export interface PortraitEngine {
  readonly name: EngineName;
  /** @throws TooFewUsablePhotos when fewer than 8 photos remain after foreign persons are set aside; EngineExhausted */
  train(request: TrainRequest): Promise<TrainedModel>;
  /** @returns the portraits made now: those of earlier attempts are left out. @throws EngineExhausted */
  generate(request: GenerateRequest): Promise<RenderedPortrait[]>;
  /** Ends and removes whatever it keeps elsewhere for these tasks and subjects. Repeatable; may throw to be called again. */
  forget(what: { tasks: readonly string[]; subjectIds: readonly string[] }): Promise<void>;
  close(): Promise<void>;
}

/** A small picture of somebody in a scene. Its caller marks it: the engine draws no word into it. */
export interface Preview {
  scene: string;
  /** JPEG with XMP provenance. */
  jpeg: Uint8Array;
}

interface PreviewRequest {
  scenes: readonly string[];
  /** Width in pixels, 4:5. */
  width: number;
  /** Called with each picture as soon as it is made, in any order. */
  onPreview(preview: Preview): void | Promise<void>;
  signal?: AbortSignal;
}

export interface PhotoPreviewRequest extends PreviewRequest {
  photo: TrainRequest['photos'][number];
}

export type ModelPreviewRequest = PreviewRequest &
  Pick<GenerateRequest, 'descriptor' | 'readArtifact' | 'choice' | 'retouch'>;

/** What can show somebody in a style before portraits are made: in seconds, on this machine. */
export interface PreviewEngine {
  /** Gets ready for previews that will soon be asked for; what was got ready is kept for a minute. */
  warmUp(): Promise<void>;
  /** One picture a scene, of one photo. @throws TooFewUsablePhotos when no portrait can be made of it */
  previewPhoto(request: PhotoPreviewRequest): Promise<void>;
  /** One picture a scene, of what a profile keeps. */
  previewModel(request: ModelPreviewRequest): Promise<void>;
}
