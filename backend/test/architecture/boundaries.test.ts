import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise, type ICruiseOptions, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const config = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs')) as {
  forbidden: (IForbiddenRuleType & { name: string })[];
  options: ICruiseOptions;
};

/** One forbidden import per rule: [file that imports, file or package it imports]. */
const PLANTS: Record<string, [from: string, to: string][]> = {
  'feature-line-stored-objects': [['backend/src/stored-objects/a.ts', 'backend/src/engine-runs/index.ts']],
  'feature-line-engine-runs': [['backend/src/engine-runs/a.ts', 'backend/src/identity/index.ts']],
  'feature-line-identity': [['backend/src/identity/a.ts', 'backend/src/sign-in/index.ts']],
  'feature-line-sign-in': [['backend/src/sign-in/a.ts', 'backend/src/privacy/index.ts']],
  'feature-line-privacy': [['backend/src/privacy/a.ts', 'backend/src/credits/index.ts']],
  'feature-line-credits': [['backend/src/credits/a.ts', 'backend/src/payments/index.ts']],
  'feature-line-catalogue': [['backend/src/catalogue/a.ts', 'backend/src/payments/index.ts']],
  'feature-line-payments': [['backend/src/payments/a.ts', 'backend/src/contracts/index.ts']],
  'feature-line-contracts': [['backend/src/contracts/a.ts', 'backend/src/generations/index.ts']],
  'feature-line-announcements': [['backend/src/announcements/a.ts', 'backend/src/ai-profiles/index.ts']],
  'feature-line-styles': [['backend/src/styles/a.ts', 'backend/src/ai-profiles/index.ts']],
  'feature-line-ai-profiles': [['backend/src/ai-profiles/a.ts', 'backend/src/generations/index.ts']],
  'feature-line-previews': [['backend/src/previews/a.ts', 'backend/src/generations/index.ts']],
  'feature-line-generations': [['backend/src/generations/a.ts', 'backend/src/misuse/index.ts']],
  'feature-line-examples': [['backend/src/examples/a.ts', 'backend/src/misuse/index.ts']],
  'feature-line-published-links': [['backend/src/published-links/a.ts', 'backend/src/judgements/index.ts']],
  'feature-line-judgements': [['backend/src/judgements/a.ts', 'backend/src/misuse/index.ts']],
  'feature-line-misuse': [['backend/src/misuse/a.ts', 'backend/src/notifications/index.ts']],
  'feature-line-notifications': [['backend/src/notifications/a.ts', 'backend/src/admin/index.ts']],
  'feature-line-site': [['backend/src/site/a.ts', 'backend/src/notifications/index.ts']],
  'feature-line-admin': [['backend/src/admin/a.ts', 'backend/src/partners/index.ts']],
  'feature-line-retention': [['backend/src/retention/a.ts', 'backend/src/admin/index.ts']],
  'feature-line-invariants': [['backend/src/invariants/a.ts', 'backend/src/admin/index.ts']],
  'feature-line-partners': [['backend/src/partners/a.ts', 'backend/src/retention/index.ts']],
  'feature-inner-files': [['backend/src/payments/a.ts', 'backend/src/credits/credits.service.ts']],
  'feature-adapters': [['backend/src/payments/a.ts', 'backend/src/integrations/payments/stripe.ts']],
  'feature-app': [['backend/src/payments/a.ts', 'backend/src/app/entities.ts']],
  'controller-database': [
    ['backend/src/payments/orders.controller.ts', '@mikro-orm/postgresql'],
    ['backend/src/payments/orders.controller.ts', 'backend/src/payments/order.entity.ts'],
  ],
  'service-vendors': [
    ['backend/src/payments/orders.service.ts', 'stripe'],
    ['backend/src/payments/orders.service.ts', 'express'],
    ['backend/src/payments/orders.service.ts', 'socket.io'],
  ],
  'processor-rules': [['backend/src/payments/payments.processor.ts', 'backend/src/payments/order.entity.ts']],
  'integrations-features': [['backend/src/integrations/mail/a.ts', 'backend/src/payments/index.ts']],
  'integrations-platform': [['backend/src/integrations/mail/a.ts', 'backend/src/platform/queue/index.ts']],
  'platform-product': [
    ['backend/src/platform/queue/a.ts', 'backend/src/payments/index.ts'],
    ['backend/src/platform/queue/a.ts', 'backend/src/integrations/mail/index.ts'],
  ],
  'config-alone': [['backend/src/config/a.ts', 'backend/src/platform/errors/index.ts']],
  'embedded-entry-only': [['backend/src/main.ts', 'backend/src/embedded/postgres.ts']],
  'emulators-alone': [['backend/emulators/src/stripe/a.ts', 'backend/src/facts/index.ts']],
  'emulators-embedded-only': [
    ['backend/src/payments/a.ts', 'backend/emulators/src/stripe/index.ts'],
    ['backend/src/embedded/a.ts', '@bildnis/emulators/stripe'],
  ],
  'studio-alone': [['backend/studio/node/a.ts', 'backend/src/facts/index.ts']],
  'studio-core-pure': [
    ['backend/studio/core/a.ts', 'backend/studio/node/photo/decode.ts'],
    ['backend/studio/core/a.ts', 'sharp'],
    ['backend/studio/scenes/a.ts', 'node:fs'],
  ],
  'studio-browser-lean': [
    ['backend/studio/browser/a.ts', 'backend/studio/node/photo/decode.ts'],
    ['backend/studio/browser/a.ts', 'backend/studio/scenes/registry.ts'],
    ['backend/studio/browser/a.ts', 'sharp'],
  ],
  'studio-by-name': [['backend/src/integrations/portrait-engine/a.ts', 'backend/studio/node/processes/thread-pool.ts']],
  'studio-integration-only': [
    ['backend/src/payments/a.ts', '@bildnis/studio/core'],
    ['backend/src/payments/a.ts', 'backend/studio/core/index.ts'],
  ],
  'backend-downstream': [['backend/src/payments/a.ts', 'sdk/src/index.ts']],
  'sdk-alone': [['sdk/src/a.ts', 'backend/src/facts/index.ts']],
  'device-studio-once': [['pwa/src/lib/a.ts', 'backend/studio/browser/messages.ts']],
  'pwa-through-sdk': [
    ['pwa/src/lib/a.ts', 'backend/src/facts/index.ts'],
    ['pwa/src/lib/a.ts', 'sdk/src/index.ts'],
  ],
  'pwa-routes': [
    ['pwa/src/routes/a.tsx', 'pwa/src/ui/button.tsx'],
    ['pwa/src/routes/a.tsx', 'pwa/src/features/billing/order-screen.tsx'],
  ],
  'pwa-feature-inner-files': [['pwa/src/features/billing/a.tsx', 'pwa/src/features/styles/style-grid.tsx']],
  'pwa-feature-libraries': [
    ['pwa/src/features/billing/a.tsx', 'jotai'],
    ['pwa/src/features/billing/a.tsx', 'i18next'],
  ],
  'pwa-feature-routes': [['pwa/src/features/billing/a.tsx', 'pwa/src/routes/b.tsx']],
  'pwa-ui-plain': [
    ['pwa/src/ui/a.tsx', 'pwa/src/features/billing/index.ts'],
    ['pwa/src/ui/a.tsx', 'pwa/src/lib/i18n/index.ts'],
    ['pwa/src/ui/a.tsx', '@bildnis/sdk'],
  ],
  'pwa-sdk-in-lib': [['pwa/src/features/billing/a.tsx', '@bildnis/sdk']],
  'no-circles': [['backend/src/payments/circle-a.ts', 'backend/src/payments/circle-b.ts']],
};

/** Left alone by every rule. */
const ALLOWED: [from: string, to: string] = ['backend/src/payments/allowed.ts', 'backend/src/credits/index.ts'];

const folder = mkdtempSync(join(tmpdir(), 'bildnis-boundaries-'));
/** «rule: file that imports → what it imports», of all plants together. */
let violations: string[];
beforeAll(async () => {
  plantAll([...Object.values(PLANTS).flat(), ALLOWED]);
  const { tsConfig: _, ...options } = config.options;
  const result = await cruise(['backend', 'sdk', 'pwa'], {
    ...options,
    baseDir: folder,
    ruleSet: { forbidden: config.forbidden },
    validate: true,
  });
  violations = (result.output as ICruiseResult).summary.violations.map(({ rule, from, to }) =>
    violation(rule.name, from, to),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const violation = (rule: string, from: string, to: string) => `${rule}: ${from} → ${to}`;
const isFile = (path: string) => /^(backend|sdk|pwa)\//.test(path);

/** Each file with all it imports; what only is imported is there, too. */
function plantAll(plants: [from: string, to: string][]): void {
  const imported = new Map<string, string[]>();
  for (const [from, to] of plants) {
    imported.set(from, [...(imported.get(from) ?? []), to]);
    if (isFile(to) && !imported.has(to)) imported.set(to, []);
  }
  // The circle is closed from its other side.
  imported.set('backend/src/payments/circle-b.ts', ['backend/src/payments/circle-a.ts']);
  for (const [path, targets] of imported)
    plant(
      path,
      targets
        .map((to) => `export * as planted from '${isFile(to) ? toSpecifier(relative(dirname(path), to)) : to}';\n`)
        .join('') || 'export const planted = 1;\n',
    );
}

function plant(path: string, content: string): void {
  mkdirSync(join(folder, dirname(path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

/** As the code writes it: relative, with `.js`. */
function toSpecifier(path: string): string {
  return (path.startsWith('.') ? path : `./${path}`).replace(/\.tsx?$/, '.js');
}

describe('boundaries', () => {
  test('every rule has a planted violation', () => {
    expect(Object.keys(PLANTS).toSorted()).toEqual(config.forbidden.map((rule) => rule.name).toSorted());
  });

  const rows = Object.entries(PLANTS).flatMap(([rule, plants]) => plants.map(([from, to]) => ({ rule, from, to })));
  test.each(rows)('$rule: $from must not import $to', ({ rule, from, to }) => {
    // Node's own modules are told of without their prefix.
    expect(violations).toContain(violation(rule, from, to.replace(/^node:/, '')));
  });

  test('an allowed import is left alone', () => {
    expect(violations.filter((line) => line.includes(ALLOWED[0]))).toEqual([]);
  });
});
