import type { Socket } from 'node:net';
import { BreakableLine } from './breakable-line.js';

/** The server's word that a transaction is committed: the tag of CommandComplete. */
const COMMITTED = Buffer.from('COMMIT\0');

interface Hold {
  statement: Buffer;
  at: 'statement' | 'commit';
  reached(): void;
}

/**
 * A TCP line to PostgreSQL on which one connection stands still at a chosen moment, for good: so a process can be killed
 * between two bytes of what it says and hears. Statements travel as plain text (no TLS within a test).
 */
export class HeldLine extends BreakableLine {
  private hold: Hold | null = null;

  /** Lets no statement that contains this text through. @returns when the first one is held */
  holdBefore(statement: string): Promise<void> {
    return this.arm(statement, 'statement');
  }

  /** Lets the transaction with this statement commit, but keeps the server's word of it back. @returns when it is committed */
  holdAfterCommitOf(statement: string): Promise<void> {
    return this.arm(statement, 'commit');
  }

  private arm(statement: string, at: Hold['at']): Promise<void> {
    return new Promise((resolve) => {
      this.hold = { statement: Buffer.from(statement), at, reached: resolve };
    });
  }

  protected override pass(client: Socket, upstream: Socket): void {
    let hold: Hold | null = null;
    let held = false;
    const standStill = () => {
      held = true;
      hold?.reached();
    };
    const said = new Ear();
    client.on('data', (chunk) => {
      if (this.hold && said.hears(chunk, this.hold.statement)) {
        hold = this.hold;
        this.hold = null;
        if (hold.at === 'statement') standStill();
      }
      if (!held) upstream.write(chunk);
    });
    const answered = new Ear();
    upstream.on('data', (chunk) => {
      if (hold?.at === 'commit' && answered.hears(chunk, COMMITTED)) standStill();
      if (!held) client.write(chunk);
    });
  }
}

/** Finds words also where they are torn apart between two chunks. */
class Ear {
  private rest: Buffer = Buffer.alloc(0);

  hears(chunk: Buffer, word: Buffer): boolean {
    const text = Buffer.concat([this.rest, chunk]);
    this.rest = Buffer.from(text.subarray(Math.max(0, text.length - word.length + 1)));
    return text.includes(word);
  }
}
