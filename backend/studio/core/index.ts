/**
 * The portrait engine's port and what every engine needs of it: pure functions, without files, threads or native libraries,
 * so that each process may load it.
 */
export {
  DEFAULT_RETOUCH,
  EngineExhausted,
  ENGINE_NAMES,
  InspectionTooSlow,
  PHOTO_DOUBTS,
  COMPLAINTS,
  PROHIBITIVE_DOUBTS,
  PHOTO_REASONS,
  RETOUCHES,
  TooFewUsablePhotos,
  UNUSED_REASONS,
  type Complaint,
  type CutoutChoice,
  type EngineName,
  type EngineProgress,
  type FacePlace,
  type GenerateRequest,
  type ImageTrace,
  type ModelArtifact,
  type ModelPreviewRequest,
  type PhotoAnalysis,
  type PhotoDoubt,
  type PhotoInspection,
  type PhotoInspector,
  type PhotoPreviewRequest,
  type PhotoReason,
  type PhotoUse,
  type PortraitEngine,
  type PortraitSource,
  type Preview,
  type PreviewEngine,
  type RenderedPortrait,
  type Retouch,
  type TrainedModel,
  type TrainRequest,
  type UnusedReason,
} from './port.js';
export type { Background, Gains, PortraitLayers, RefinedPortrait, RefineRequest, RefiningEngine } from './refining.js';
export { NEEDED_PHOTOS } from './needed-photos.js';
export { neverFalling } from './never-falling.js';
export { embeddingToText } from './photo-likeness.js';
export { MIN_FACE_HEIGHT } from './photo/bounds.js';
export { MAX_PIXELS, MAX_SIDE } from './photo/limits.js';
export { nearDuplicate } from './photo/near-duplicate.js';
export { adviseSet, SET_ADVICE, type SetAdvice } from './photo/set-advice.js';
export { sniff } from './photo/sniff.js';
export { PREVIEW_MARK } from './preview-mark.js';
export { provenanceXmp, saysSample, type SourceType } from './provenance.js';
export { foreignPhotos, showAnotherPerson } from './same-person.js';
export { CUTOUT_EYE_LINE, CUTOUT_FACES_HIGH } from './training/cutout-frame.js';
export { MAX_CUTOUTS } from './training/turns.js';
