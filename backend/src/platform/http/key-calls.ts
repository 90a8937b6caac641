import { Injectable } from '@nestjs/common';
import { Clock, zurichMonth } from '../clock/index.js';

/** Calls of a key within a month. */
export interface CountedCalls {
  keyId: string;
  firstAt: Date;
  calls: number;
  /** Of these, refused since a budget was used up. */
  limited: number;
}

/** Calls of API keys since they were last taken, counted in this process, so that no request waits for it. */
@Injectable()
export class KeyCalls {
  private counted = new Map<string, CountedCalls>();

  constructor(private readonly clock: Clock) {}

  noteCall(keyId: string): void {
    this.add({ keyId, firstAt: this.clock.now(), calls: 1, limited: 0 });
  }

  /** Of a call that was noted. */
  noteLimited(keyId: string): void {
    this.add({ keyId, firstAt: this.clock.now(), calls: 0, limited: 1 });
  }

  /** @returns what was counted, and begins anew */
  take(): CountedCalls[] {
    const taken = [...this.counted.values()];
    this.counted = new Map();
    return taken;
  }

  /** What could not be kept counts on. */
  giveBack(calls: CountedCalls): void {
    this.add(calls);
  }

  private add(calls: CountedCalls): void {
    const place = `${calls.keyId} ${zurichMonth(calls.firstAt)}`;
    const present = this.counted.get(place);
    this.counted.set(
      place,
      present
        ? {
            keyId: calls.keyId,
            firstAt: present.firstAt < calls.firstAt ? present.firstAt : calls.firstAt,
            calls: present.calls + calls.calls,
            limited: present.limited + calls.limited,
          }
        : calls,
    );
  }
}
