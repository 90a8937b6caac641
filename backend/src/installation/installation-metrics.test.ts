import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Config } from '../config/index.js';
import { HOUR, MINUTE } from '../platform/clock/index.js';
import type { Metrics } from '../platform/telemetry/index.js';
import type { CheckName, Finding, State } from './checks/finding.js';
import type { InstallationChecks } from './installation-checks.service.js';
import { InstallationMetrics } from './installation-metrics.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const finding = (check: CheckName, state: State): Finding => ({ check, state, text: '' });

/** The figure of each check, as a collector would read it. */
function measure(mode: Config['mode'], found: () => Finding[]) {
  let callback: ((tell: object) => void) | null = null;
  const meter = {
    createObservableGauge: () => ({ addCallback: (given: (tell: object) => void) => (callback = given) }),
  };
  const checks = { read: () => Promise.resolve({ at: new Date(), found: found() }) };
  const config = { mode, schedules: true } as Config;
  const metrics = new InstallationMetrics(
    { meter } as unknown as Metrics,
    checks as unknown as InstallationChecks,
    config,
  );
  metrics.onApplicationBootstrap();
  return {
    figures: () => {
      const told: Record<string, number> = {};
      callback?.({ observe: (value: number, { check }: { check: string }) => (told[check] = value) });
      return told;
    },
    stop: () => metrics.beforeApplicationShutdown(),
  };
}

it('is 0 where anything is left to do, 1 where nothing is, and no number where it could not look', async () => {
  let stripe: State = 'todo';
  const { figures, stop } = measure('production', () => [
    finding('stripe', 'good'),
    finding('stripe', stripe),
    finding('google', 'off'),
    finding('email', 'unknown'),
  ]);
  expect(figures()).toMatchObject({ stripe: NaN, google: NaN });
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(figures()).toMatchObject({ stripe: 0, google: 1, email: NaN, origin: NaN });
  stripe = 'good';
  await vi.advanceTimersByTimeAsync(HOUR);
  expect(figures()).toMatchObject({ stripe: 1 });
  stop();
});

it('is not told in development', () => {
  const { figures } = measure('embedded', () => [finding('stripe', 'todo')]);
  expect(figures()).toEqual({});
});
