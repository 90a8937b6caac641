// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useIsPast } from '.';

const begun = new Date('2026-11-20T12:00:00Z').getTime();
beforeEach(() => void vi.useFakeTimers({ now: begun }));
afterEach(() => void vi.useRealTimers());

it('tells when a moment passes, without being asked again', () => {
  const { result } = renderHook(() => useIsPast(begun + 60_000));
  expect(result.current).toBe(false);
  act(() => void vi.advanceTimersByTime(59_000));
  expect(result.current).toBe(false);
  act(() => void vi.advanceTimersByTime(1_100));
  expect(result.current).toBe(true);
});

it('knows what is past already, and what never comes', () => {
  expect(renderHook(() => useIsPast(begun - 1)).result.current).toBe(true);
  expect(renderHook(() => useIsPast(null)).result.current).toBe(false);
});
