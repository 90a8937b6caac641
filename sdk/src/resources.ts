import type { Client } from './client.js';

/** The methods of a client by shorter names. */
type Group<M extends Record<string, keyof Client>> = { [N in keyof M]: Client[M[N]] };

const groupOf =
  <const M extends Record<string, keyof Client>>(names: M) =>
  (client: Client): Group<M> =>
    Object.fromEntries(Object.entries(names).map(([name, method]) => [name, client[method]])) as Group<M>;

/** The account that a key or session belongs to. */
export const account = /* @__PURE__ */ groupOf({
  get: 'getMe',
  update: 'updateMe',
  listDeletionReceipts: 'listDeletionReceipts',
  listExports: 'listDataExports',
  requestExport: 'requestDataExport',
  downloadExport: 'downloadDataExport',
});

export const apiKeys = /* @__PURE__ */ groupOf({
  list: 'listApiKeys',
  usage: 'listKeyUsage',
  create: 'createApiKey',
  revoke: 'revokeApiKey',
});

/** What somebody agrees to before the first photo. */
export const consents = /* @__PURE__ */ groupOf({
  list: 'listConsents',
  current: 'getCurrentConsents',
  give: 'giveConsent',
  withdraw: 'withdrawConsent',
});

/** AI profiles: a person, their photos, and the training. Photos go up by `client.uploads.photo` or `uploadPhotos`. */
export const profiles = /* @__PURE__ */ groupOf({
  list: 'listAiProfiles',
  create: 'createAiProfile',
  get: 'getAiProfile',
  update: 'updateAiProfile',
  delete: 'deleteAiProfile',
  deletePhoto: 'deletePhoto',
  choosePhoto: 'choosePhoto',
  train: 'startTraining',
  planRun: 'planRun',
  plannedRun: 'getPlannedRun',
  cancelPlannedRun: 'cancelPlannedRun',
});

/** Runs of a profile in a style, eight portraits each. */
export const generations = /* @__PURE__ */ groupOf({
  list: 'listGenerations',
  create: 'createGeneration',
  get: 'getGeneration',
  delete: 'deleteGeneration',
  repeat: 'repeatGeneration',
  archive: 'getArchive',
});

export const portraits = /* @__PURE__ */ groupOf({
  delete: 'deletePortrait',
  refine: 'refinePortrait',
  favourites: 'listFavourites',
  addFavourite: 'addFavourite',
  removeFavourite: 'removeFavourite',
});

export const styles = /* @__PURE__ */ groupOf({ list: 'listStyles', get: 'getStyle' });

export const plans = /* @__PURE__ */ groupOf({ list: 'listPlans' });

export const creditPacks = /* @__PURE__ */ groupOf({ list: 'listCreditPacks' });

export const credits = /* @__PURE__ */ groupOf({ listEntries: 'listCreditEntries' });

/** Orders need a session: a key spends credits, and buys none. */
export const orders = /* @__PURE__ */ groupOf({
  list: 'listOrders',
  create: 'createOrder',
  get: 'getOrder',
  bySession: 'getOrderBySession',
  quoteWithdrawal: 'quoteWithdrawal',
  withdraw: 'withdrawOrder',
});

export const subscription = /* @__PURE__ */ groupOf({
  get: 'getSubscription',
  cancel: 'cancelSubscription',
  resume: 'resumeSubscription',
  quoteUpgrade: 'quoteUpgrade',
  synchronise: 'synchroniseSubscription',
  openPortal: 'openBillingPortal',
});

export const invoices = /* @__PURE__ */ groupOf({ list: 'listInvoices', pdf: 'getInvoicePdf' });

/** Where a program is told of what happens; `@bildnis/sdk/webhooks` verifies what arrives. */
export const webhookEndpoints = /* @__PURE__ */ groupOf({
  list: 'listWebhookEndpoints',
  create: 'createWebhookEndpoint',
  get: 'getWebhookEndpoint',
  update: 'updateWebhookEndpoint',
  delete: 'deleteWebhookEndpoint',
  test: 'testWebhookEndpoint',
  rotateSecret: 'rotateWebhookSecret',
  listDeliveries: 'listWebhookDeliveries',
  replay: 'replayWebhookDelivery',
});

/** Links by which friends choose among portraits. */
export const votes = /* @__PURE__ */ groupOf({ list: 'listVotes', start: 'startVote', end: 'endVote' });

const GROUPS = {
  account,
  apiKeys,
  consents,
  profiles,
  generations,
  portraits,
  styles,
  plans,
  creditPacks,
  credits,
  orders,
  subscription,
  invoices,
  webhookEndpoints,
  votes,
} as const;

export type Resources = { [N in keyof typeof GROUPS]: ReturnType<(typeof GROUPS)[N]> };

/**
 * The operations of a client, grouped by what they are about. A program that is bundled brings less with the single groups: `profiles(client)`.
 *
 * @example
 * const bildnis = groupResources(createClient({ baseUrl, apiKey }));
 * const profile = await bildnis.profiles.create({ body: { name: 'Anna', gender: 'female' } });
 */
export const groupResources = (client: Client): Resources =>
  Object.fromEntries(Object.entries(GROUPS).map(([name, group]) => [name, group(client)])) as unknown as Resources;
