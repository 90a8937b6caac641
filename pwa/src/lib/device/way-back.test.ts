// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useDevice } from '../../../test/device';
import { clearDeviceDatabase } from './database';
import { claimDevice, wipeDevice } from './owner';
import { forgetWayBack, keepWayBack, keptWayBack, sweepWayBack } from './way-back';

useDevice();

const HOUR_MS = 3_600_000;
const stored = () => Object.keys(localStorage).filter((name) => name.includes('way-back'));

beforeEach(() => localStorage.clear());
afterEach(async () => {
  vi.useRealTimers();
  await clearDeviceDatabase();
});

it('leads its customer to the newest draft, and nobody else', () => {
  keepWayBack('anna', 'd1');
  keepWayBack('anna', 'd2');
  expect([keptWayBack('anna'), keptWayBack('beat')]).toEqual(['d2', null]);
});

it('lasts 24 hours, and is gone from the device then', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  keepWayBack('anna', 'd1');
  vi.setSystemTime(Date.now() + 24 * HOUR_MS - 1);
  sweepWayBack();
  expect(keptWayBack('anna')).toBe('d1');
  vi.setSystemTime(Date.now() + 1);
  expect(keptWayBack('anna')).toBeNull();
  expect(stored()).toHaveLength(1);
  sweepWayBack();
  expect(stored()).toEqual([]);
});

it('ends with its own draft only, or in any case', () => {
  keepWayBack('anna', 'd1');
  forgetWayBack('d2');
  expect(keptWayBack('anna')).toBe('d1');
  forgetWayBack('d1');
  expect(stored()).toEqual([]);
  keepWayBack('anna', 'd1');
  forgetWayBack();
  expect(stored()).toEqual([]);
});

it('goes with the session, and when another customer takes the device over', async () => {
  keepWayBack('anna', 'd1');
  await wipeDevice();
  expect(stored()).toEqual([]);
  await claimDevice('anna');
  keepWayBack('anna', 'd1');
  await claimDevice('anna');
  expect(stored()).toHaveLength(1);
  await claimDevice('beat');
  expect(stored()).toEqual([]);
});

it('is no error where the browser keeps nothing, or something else', () => {
  localStorage.setItem('bildnis.way-back', 'nonsense');
  expect(keptWayBack('anna')).toBeNull();
  vi.stubGlobal('localStorage', undefined);
  keepWayBack('anna', 'd1');
  forgetWayBack('d1');
  sweepWayBack();
  expect(keptWayBack('anna')).toBeNull();
  vi.unstubAllGlobals();
});
