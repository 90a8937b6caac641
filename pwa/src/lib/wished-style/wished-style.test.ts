// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { keepWishedStyle, takeWishedStyle } from './index';

beforeEach(() => sessionStorage.clear());

it('is there once, and for its customer alone', () => {
  expect(takeWishedStyle('anna')).toBeNull();
  keepWishedStyle('anna', 'office');
  keepWishedStyle('anna', 'im-park');
  expect(takeWishedStyle('beat')).toBeNull();
  expect(takeWishedStyle('anna')).toBe('im-park');
  expect(takeWishedStyle('anna')).toBeNull();
});
