const TRAINING_CREDITS = 100;
const RUN_CREDITS = 10;

/**
 * The one place for every claim the product makes: prices, counts, durations, retention (docs/product-rules.md#one-set-of-facts). `npm run gen` writes
 * it to openapi/facts.json, from which the PWA and the SDK read; it seeds the plans in the database.
 */
export const facts = {
  brand: 'Bildnis',
  currency: 'CHF',
  plans: [
    {
      id: 'starter',
      name: 'Starter',
      priceRappen: 990,
      credits: 120,
      recommended: false,
      examples: [{ trainings: 1, styles: 2 }],
    },
    {
      id: 'professional',
      name: 'Professional',
      priceRappen: 1790,
      credits: 240,
      recommended: true,
      examples: [
        { trainings: 1, styles: 14 },
        { trainings: 2, styles: 4 },
      ],
    },
    {
      id: 'business',
      name: 'Business',
      priceRappen: 3490,
      credits: 500,
      recommended: false,
      examples: [
        { trainings: 1, styles: 40 },
        { trainings: 5, styles: 0 },
      ],
    },
  ],
  creditPacks: [
    { key: 's', name: 'S', credits: 50, priceRappen: 490, business: false, mostPopular: false },
    { key: 'm', name: 'M', credits: 120, priceRappen: 990, business: false, mostPopular: true },
    { key: 'l', name: 'L', credits: 300, priceRappen: 2290, business: false, mostPopular: false },
    { key: 'team', name: 'Team', credits: 1000, priceRappen: 6900, business: true, mostPopular: false },
  ],
  /** When a canceled subscription ends, as the mail, the order page, the prices and the terms say it. */
  subscription: { endsOn: 'auf das Ende der bezahlten Periode' },
  upgrade: { quoteMinutes: 30, waitingHours: 23 },
  deliveryMinutes: 30,
  training: {
    credits: TRAINING_CREDITS,
    maxAttempts: 3,
    retryHours: 24,
    draftReturnsPer30Days: 3,
    draftReturnDays: 30,
  },
  generation: { credits: RUN_CREDITS, portraits: 8, estimateSeconds: 180 },
  photos: {
    min: 8,
    max: 15,
    maxKept: 30,
    maxBytes: 10_000_000,
    advisedPixels: 512,
    minFacePixels: 110,
    maxPixels: 50_000_000,
    maxSide: 12_000,
    formats: ['JPEG', 'PNG', 'WebP', 'GIF', 'HEIC'],
  },
  portraits: { keptDays: 90, reminderDaysBefore: 7 },
  /**
   * «Welches nehme ich?»: so many portraits at a time, at most so large (pixels), for so many days, so many at a time of an account; how many browsers
   * can choose, and how long the result is kept.
   */
  votes: { least: 2, most: 4, pixels: 320, days: 7, mostOpen: 5, mostBallots: 300, resultDays: 30 },
  /**
   * «Feinschliff»: so many versions a run; least width of a part as a share of the portrait's; how far light and colour of the picture, and of its
   * background alone, may be moved, as shares; how high the layers are that show it on a screen (pixels), and for how many minutes their files are kept.
   */
  refinement: {
    versionsPerRun: 20,
    leastWidth: 0.3,
    brightness: 0.2,
    warmth: 0.06,
    background: { brightness: 0.35, warmth: 0.12 },
    layerPixels: 720,
    layerMinutes: 60,
  },
  /** What a portrait is cut to besides its own 4:5; pixels, and millimetres where it is printed. */
  portraitFormats: [
    { key: 'linkedin', width: 400, height: 400, print: null },
    { key: 'square', width: 1024, height: 1024, print: null },
    { key: 'cv', width: 413, height: 531, print: { widthMm: 35, heightMm: 45, dpi: 300 } },
    { key: 'banner', width: 1024, height: 576, print: null },
    { key: 'signature', width: 300, height: 300, print: null },
    { key: 'badge', width: 354, height: 472, print: { widthMm: 30, heightMm: 40, dpi: 300 } },
  ],
  referencePhotos: { deletedHoursAfterTraining: 24, draftDays: 7 },
  styles: { atLeast: 12 },
  /** Trying the styles without an account: how long a photo that is taken along waits on the device. */
  tryOut: { keptHours: 24 },
  /**
   * Free and marked. Of a draft: in so many styles, at most so high (pixels), made again so often; drafts an account, and cut-outs an address a
   * day. Of a trained profile: in every style, at most so high; of another of its photos so often a day.
   */
  previews: {
    styles: 3,
    draftPixels: 480,
    renewals: 5,
    draftsPerDay: 3,
    cutoutsPerDay: 30,
    profilePixels: 320,
    photosPerDay: 20,
  },
  /**
   * Pictures of real people on public pages. Where they may be shown, for how many months, how many portraits of a run, how many releases of one
   * account at a time, how long an offer waits for an admin; what an accepted one is thanked with unless an admin says otherwise; how wide the
   * pictures are; how often a page that shows them asks whether it still may.
   */
  examples: {
    places: ['home', 'styles', 'guides'],
    months: [6, 12, 24],
    mostPortraits: 8,
    mostReleases: 5,
    /** How often portraits of one run can be offered in all, withdrawn offers included. */
    mostOffersOfRun: 5,
    offerDays: 30,
    aliasMax: 40,
    rewardCredits: 20,
    maxRewardCredits: 200,
    widths: [400, 800],
    recheckSeconds: 30,
    releaseVersion: '2026-11',
  },
  account: {
    passwordMinLength: 6,
    displayNameMax: 100,
    minimumAge: 18,
    unconfirmedDays: 30,
    confirmationHours: 24,
    resetHours: 1,
    codeMinutes: 10,
  },
  dataExport: { keptHours: 24 },
  deletion: { imagesWithinDays: 7, accountingYears: 10, consentProofYears: 3, debtYears: 3, disputableDays: 130 },
  /** `mostCutouts`: how many pieces of their photos a profile of the own engine keeps. */
  profile: { nameMax: 50, mostCutouts: 5 },
  links: { lifetimeSeconds: 3600 },
  /** What an API key may ask in a minute, and of that what spends or uploads; for how many days it holds unless told otherwise; for how many months its use is kept; how long before its end an operation is announced to go. */
  api: { requestsPerMinute: 300, commandsPerMinute: 120, keyDays: 90, usageMonths: 13, sunsetMonths: 12 },
  dashboard: { recentGenerations: 5 },
  /** The most credits an admin adds or takes at once; how long the side bar stays as it was left. */
  admin: { maxCreditAdjustment: 10_000, sidebarDays: 7 },
  consents: {
    facialImages: '2026-11-29',
    selfAndAdult: '2026-11',
    personPictured: '2026-11-29',
    earlyStart: '2026-11',
    withdrawalEffect: '2026-11',
    judgement: '2026-11',
    terms: '2026-11',
  },
  withdrawal: { days: 14 },
  /** After so many withdrawals from orders of so many days, the credits of the next order wait for an admin's word. */
  heldOrders: { afterWithdrawals: 2, days: 90 },
  declarations: { statementMax: 1000 },
  /** Judgements of paid runs: from how many on they are shown, and how long a sentence and a reply to it are. */
  judgements: { shownFrom: 20, sentenceMax: 300, replyMax: 500, sentencesShown: 50 },
  /** Reports of misuse: how long one is kept, and how long until its address has to be confirmed. */
  misuse: { statementMax: 1000, linkMax: 1000, keptMonths: 13, unconfirmedHours: 48 },
  /**
   * What is kept of other data, and for how long (docs/retention.md#promises). Backups are the operator's, the journal has to outlast them; logs go by
   * size, so many files of so many megabytes a process (docker/compose.yaml).
   */
  retention: {
    providerHours: 1,
    sessionAddressDays: 7,
    mailDays: 30,
    auditMonths: 13,
    costMonths: 13,
    paymentEventDays: 90,
    backupDays: 14,
    journalDays: 400,
    releaseMonths: 24,
    logFiles: 5,
    logFileMegabytes: 20,
  },
  /** Below `lowCredits` a training with a run is not possible any more. */
  webhooks: {
    maxEndpoints: 5,
    retryHours: 24,
    timeoutSeconds: 10,
    secretOverlapHours: 24,
    logDays: 30,
    failingDays: 5,
    lowCredits: TRAINING_CREDITS + RUN_CREDITS,
  },
  cookies: {
    version: '2026-11-29',
    sessionDays: 30,
    googleMinutes: 10,
    knownBrowserDays: 90,
    wayBackHours: 24,
    consentYears: 1,
    analyticsMonths: 14,
    marketingDays: 90,
    /** Where a visit came from, as Matomo keeps it. */
    referrerDays: 180,
  },
  /** `takeBackMinutes`: how long the emails of a change wait, so that it can be taken back. */
  terms: { changeNoticeDays: 30, takeBackMinutes: 15 },
  privacy: { requestWorkingDays: 7 },
  /** How long somebody waits for an answer who reports a barrier. */
  accessibility: { answerWorkingDays: 7 },
  refunds: {
    reviewWorkingDays: 3,
    paybackDaysMin: 5,
    paybackDaysMax: 10,
    /** When the law wants a withdrawal paid back at the latest. */
    latestDays: 14,
    duplicateMinutes: 5,
    duplicateAskHours: 24,
  },
} as const;

export type PortraitFormat = (typeof facts.portraitFormats)[number];
export type PlanId = (typeof facts.plans)[number]['id'];
export const PLAN_IDS = facts.plans.map((plan) => plan.id) as [PlanId, ...PlanId[]];
