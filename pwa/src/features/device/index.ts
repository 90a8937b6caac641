export { DevicePart } from './device-part';
export { DeviceWatch } from './device-watch';
export { loadKeepAnswer, type KeepAnswer } from './keep-answer';
export { KeepPortraits } from './keep-portraits';
export { LaterInstallOffer } from './later-install-offer';
export { NewVersion } from './new-version';
