import { describe, expect, test } from 'vitest';
import { UploadPace } from '../../src/platform/http/upload-pace.js';
import { RoomView, type Place } from '../../src/platform/http/upload-room.js';

const MB = 1_000_000;
const ROOM = 10 * MB;

/** An upload that is being read, all of it so far in ten seconds. */
function reading(address: string, arrived: number): Place {
  const pace = new UploadPace(60_000);
  pace.heard(arrived);
  pace.step(10_000);
  return {
    turn: arrived,
    owner: address,
    address,
    maxBytes: 10 * MB,
    pace,
    held: arrived,
    arrived,
    status: 'reading',
    asked: MB,
  };
}

describe('who is ended where nobody can go on', () => {
  const small = reading('198.51.100.1', 10_000);
  const large = reading('192.0.2.1', 3 * MB);
  const asker = reading('203.0.113.1', 6 * MB);

  test('is somebody beyond their share, however slow others are', () => {
    expect(new RoomView([small, large, asker], ROOM).last(asker)).toBe(large);
  });

  test('is nobody within their share', () => {
    const room = new RoomView([small, asker], ROOM);
    expect(room.last(asker)).toBeUndefined();
    expect(room.slowBeyondShare(asker)).toBeUndefined();
  });
});

test('what slow ones hold within their share is not counted as room that can be had', () => {
  // Another 9.9 MB are needed to complete what asks, and 9.5 MB are free beside a slow one within its share.
  const small = reading('198.51.100.1', 500_000);
  const asker = { ...reading('203.0.113.1', 0), pace: new UploadPace(60_000), asked: 100_000 };
  expect(new RoomView([small, asker], ROOM).isSafe(asker)).toBe(false);
  expect(new RoomView([asker], ROOM).isSafe(asker)).toBe(true);
});
