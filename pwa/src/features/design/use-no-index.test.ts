// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useNoIndex } from './use-no-index';

it('keeps the page out of search engines, and only as long as it is shown', () => {
  const robots = () =>
    [...document.head.querySelectorAll('meta[name=robots]')].map((meta) => meta.getAttribute('content'));
  const { unmount } = renderHook(() => useNoIndex());
  expect(robots()).toEqual(['noindex']);
  unmount();
  expect(robots()).toEqual([]);
});
