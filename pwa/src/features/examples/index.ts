export { loadOwnExamples, releaseOf, type OwnExamples } from './examples-data';
export { OfferExample } from './offer-example';
export { Releases } from './releases';
