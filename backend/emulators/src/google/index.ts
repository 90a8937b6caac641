export { startGoogleStandIn } from './start-google-stand-in.js';
export type { GoogleStandIn, GoogleStandInOptions } from './start-google-stand-in.js';
export type { AccountDetails, GoogleAccount } from './account.js';
