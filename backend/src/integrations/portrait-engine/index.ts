export { PHOTO_INSPECTOR } from './portrait-engine.tokens.js';
export { orTooSlow } from './or-too-slow.js';
export { PortraitEngines } from './engines.js';
export { fingerprintOf } from '@bildnis/studio/fingerprint';
export {
  DEFAULT_RETOUCH,
  PHOTO_DOUBTS,
  PROHIBITIVE_DOUBTS,
  PHOTO_REASONS,
  RETOUCHES,
  EngineExhausted,
  foreignPhotos,
  hashDistance,
  showAnotherPerson,
  ENGINE_NAMES,
  TooFewUsablePhotos,
  UNUSED_REASONS,
  type CutoutChoice,
  type EngineName,
  type EngineProgress,
  type FacePlace,
  type ImageTrace,
  type PhotoAnalysis,
  type PhotoDoubt,
  type PhotoInspection,
  type PhotoInspector,
  type PhotoReason,
  type PhotoUse,
  type PortraitEngine,
  type PortraitSource,
  type PreviewEngine,
  type RenderedPortrait,
  type Retouch,
  type SourceType,
  type TrainedModel,
  type UnusedReason,
} from '@bildnis/studio/core';
export {
  RemoteRunBook,
  RunNews,
  RunUnwanted,
  TrainingInputs,
  type RemoteRun,
  type RunChange,
  type RunKind,
  type RunStatus,
} from './replicate/needs.js';
export { isGenuine, type SignedHeaders } from './replicate/webhook-signature.js';
