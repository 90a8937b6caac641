import type { Socket } from 'node:net';
import { Client, type ClientConfig, type Pool, type PoolClient } from 'pg';
import type { Outage } from '../outages/index.js';

/** How often connections are looked at, in milliseconds. */
const LOOK_MS = 1000;
/** A query without a word for this long is asked after, in milliseconds. */
const SILENT_MS = 4000;
/** How long asking may take, in milliseconds. */
const ASK_MS = 3000;
/** An answer may be on its way at the moment of asking: it has this long to arrive, in milliseconds. */
const ARRIVE_MS = 500;
/** Where the server cannot be asked at all, silence ends a connection after this long, in milliseconds: it will hardly answer any more. */
const AWAY_MS = 20_000;
/** Where it cannot say what it is doing (behind a pooler), after this long. */
const UNKNOWN_MS = 90_000;
/** A server's clock and this process's agree on the age of a connection to within this, in seconds. */
const AGE_SLACK_S = 3;

/** What of a client of `pg` is not in its types. */
interface Wired {
  readonly connection: { readonly stream: Socket };
  readonly processID: number | null;
  readonly readyForQuery: boolean;
}

interface Wire {
  readonly client: Wired;
  readonly connectedAt: number;
  /** Whether somebody has taken it out of the pool. */
  isHeld: boolean;
  bytesRead: number;
  bytesWritten: number;
  /** When something came from the server last. */
  heardAt: number;
  /** Since when a query waits and nothing has come or gone. */
  quietSince: number;
}

/** What the server says of a query that has not been answered: at work, over, or (behind a pooler) unknown. */
type Told = 'at work' | 'over' | 'unknown';

/**
 * Ends connections to PostgreSQL that a network has swallowed without a word: their queries would wait for hours. A slow query
 * is silent as well, so the server is asked over another connection whether it is still at it; if not, its answer was lost.
 */
export function endSilentConnections(pool: Pool, outage: Outage): void {
  const wires = new Map<PoolClient, Wire>();
  pool.on('connect', (client) => {
    const now = performance.now();
    const wired = client as unknown as Wired;
    wires.set(client, {
      client: wired,
      connectedAt: now,
      isHeld: false,
      bytesRead: 0,
      bytesWritten: 0,
      heardAt: now,
      quietSince: now,
    });
    client.once('end', () => wires.delete(client));
    client.once('error', (error) => outage.began(error.message));
    outage.ended();
  });
  const hold = (client: PoolClient, isHeld: boolean) => {
    const wire = wires.get(client);
    if (wire) wire.isHeld = isHeld;
  };
  pool.on('acquire', (client) => hold(client, true));
  pool.on('release', (_error, client) => hold(client, false));
  let asking = false;
  const looking = setInterval(() => {
    if (pool.ended) {
      clearInterval(looking);
      outage.forget();
      return;
    }
    const silent = [...wires.values()].filter((wire) => silenceOf(wire) >= SILENT_MS);
    if (silent.length === 0 && wires.size > 0) outage.ended();
    if (silent.length === 0 || asking) return;
    asking = true;
    void endDead(pool.options, [...wires.values()], silent)
      .catch((error: unknown) => {
        outage.began(error instanceof Error ? error.message : String(error));
        silent.filter((wire) => silenceOf(wire) >= AWAY_MS).forEach(cut);
      })
      .finally(() => (asking = false));
  }, LOOK_MS).unref();
}

/** @returns for how many milliseconds nothing has come or gone while a query waits; 0 where none does */
function silenceOf(wire: Wire): number {
  const { bytesRead, bytesWritten } = wire.client.connection.stream;
  const now = performance.now();
  if (bytesRead !== wire.bytesRead) wire.heardAt = now;
  if (bytesRead !== wire.bytesRead || bytesWritten !== wire.bytesWritten || wire.client.readyForQuery)
    wire.quietSince = now;
  [wire.bytesRead, wire.bytesWritten] = [bytesRead, bytesWritten];
  return now - wire.quietSince;
}

const isLongUnused = (wire: Wire): boolean => !wire.isHeld && performance.now() - wire.heardAt >= SILENT_MS;

function cut({ client }: Wire): void {
  client.connection.stream.destroy(new Error('Connection terminated: its answers are lost on the way'));
}

/** @throws Error when the server cannot be asked */
async function endDead(options: ClientConfig, all: readonly Wire[], silent: readonly Wire[]): Promise<void> {
  const { password } = options; // which a pool hides from being copied
  const asked = new Client({ ...options, password, connectionTimeoutMillis: ASK_MS, query_timeout: ASK_MS });
  asked.on('error', () => undefined); // its queries are rejected
  try {
    await asked.connect();
    const told = new Map<Wire, Told>();
    for (const wire of silent) told.set(wire, await askAfter(asked, wire));
    const isDoubtful = (wire: Wire) =>
      told.get(wire) === 'over' || (told.get(wire) === 'unknown' && silenceOf(wire) >= UNKNOWN_MS);
    if (!silent.some(isDoubtful)) return;
    await new Promise((resolve) => setTimeout(resolve, ARRIVE_MS));
    const dead = silent.filter((wire) => isDoubtful(wire) && silenceOf(wire) >= SILENT_MS);
    // The network that swallowed these has hardly spared the ones that nobody has used since.
    if (dead.length > 0) [...dead, ...all.filter(isLongUnused)].forEach(cut);
    // What the lost transactions hold is let go of, now rather than when the server notices.
    for (const wire of dead) if (told.get(wire) === 'over') await asked.query(END_OWN, ownOf(wire));
  } finally {
    // Not `end()`, which would wait for the server.
    (asked as unknown as Wired).connection.stream.destroy();
  }
}

/** The process of a connection, and not another one that has its number by now, for instance after a failover. */
const OWN = `from pg_stat_activity where pid = $1 and datname = current_database() and usename = current_user
  and backend_start < clock_timestamp() - make_interval(secs => $2)`;
const END_OWN = `select pg_terminate_backend(pid) ${OWN} and state is distinct from 'active'`;

/** @returns its number, and its least age in seconds */
const ownOf = ({ client, connectedAt }: Wire): unknown[] => [
  client.processID,
  (performance.now() - connectedAt) / 1000 - AGE_SLACK_S,
];

async function askAfter(asked: Client, wire: Wire): Promise<Told> {
  const { rows } = await asked.query<{ own: number; told: Told | null }>(
    `select pg_backend_pid() as own, (
       select case when state is null or state = 'disabled' then 'unknown'
         when state in ('active', 'fastpath function call') and wait_event_type is distinct from 'Client' then 'at work'
         else 'over' end ${OWN}
     ) as told`,
    ownOf(wire),
  );
  const [{ own, told }] = rows as [{ own: number; told: Told | null }];
  // Behind a pooler processes have other numbers.
  if (own !== (asked as unknown as Wired).processID) return 'unknown';
  return told ?? 'over';
}
