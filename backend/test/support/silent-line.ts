import type { Socket } from 'node:net';
import { BreakableLine } from './breakable-line.js';

/** Which way nothing comes through. */
export type Direction = 'both' | 'to the server' | 'to the client';

/**
 * A TCP line that swallows what is sent over it, without a word to either end: a network that drops packets, or a server that
 * has stopped. Connections stay open.
 */
export class SilentLine extends BreakableLine {
  private readonly carried = new Set<{ swallows: Direction | null }>();
  private ofNewOnes: Direction | null = null;

  /** Connections there are say no more; new ones are fine. */
  swallow(direction: Direction = 'both'): void {
    for (const each of this.carried) each.swallows = direction;
  }

  /** Nothing comes through any more, on new connections neither. */
  swallowAll(): void {
    this.swallow();
    this.ofNewOnes = 'both';
  }

  /** New connections work again. What was swallowed stays so. */
  override mend(): void {
    this.ofNewOnes = null;
    super.mend();
  }

  protected override pass(client: Socket, upstream: Socket): void {
    const line = { swallows: this.ofNewOnes };
    this.carried.add(line);
    client.once('close', () => this.carried.delete(line));
    const passes = (direction: Direction) =>
      line.swallows === null || (line.swallows !== 'both' && line.swallows !== direction);
    client.on('data', (chunk) => passes('to the server') && upstream.write(chunk));
    upstream.on('data', (chunk) => passes('to the client') && client.write(chunk));
  }
}
