export { PHOTO_INSPECTOR, PORTRAIT_ENGINE } from './portrait-engine.tokens.js';
export { fingerprintOf, FINGERPRINT_SIDE } from './fingerprint.js';
export { hashDistance } from './photo-likeness.js';
export { foreignPhotos } from './same-person.js';
export { PHOTO_REASONS, TooFewUsablePhotos, type EngineProgress, type FacePlace, type ImageTrace, type PhotoAnalysis, type PhotoInspection, type PhotoInspector, type PortraitEngine, type RenderedPortrait, type TrainedModel } from './port.js';
