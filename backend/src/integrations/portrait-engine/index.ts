export { PHOTO_INSPECTOR } from './portrait-engine.tokens.js';
export { PortraitEngines } from './engines.js';
export { fingerprintOf } from './fingerprint.js';
export { hashDistance } from './photo-likeness.js';
export { foreignPhotos, showAnotherPerson } from './same-person.js';
export {
  PHOTO_REASONS,
  EngineExhausted,
  ENGINE_NAMES,
  TooFewUsablePhotos,
  type EngineName,
  type EngineProgress,
  type FacePlace,
  type ImageTrace,
  type PhotoAnalysis,
  type PhotoInspection,
  type PhotoInspector,
  type PortraitEngine,
  type PortraitSource,
  type RenderedPortrait,
  type TrainedModel,
} from './port.js';
export type { SourceType } from './provenance.js';
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
