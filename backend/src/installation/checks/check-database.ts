import { Client } from 'pg';
import { good, todo, unknown, type Found, type Installation } from './finding.js';

const OLDEST = 15;
const CLOCKS_APART_MS = 5_000;
/** API, worker and commands of two replicas, with ten connections each. */
const LEAST_CONNECTIONS = 40;

interface Facts {
  version: number;
  encoding: string;
  time: number;
  may_create: boolean;
  may_make_schemas: boolean;
  connections: number;
}

export async function checkDatabase({ config, mode }: Installation): Promise<Found[]> {
  const client = new Client({
    connectionString: config.databaseUrl,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 5_000,
    // A connection on which nothing comes any more.
    query_timeout: 10_000,
  });
  client.on('error', () => undefined); // told by whatever is asked next
  await client.connect();
  try {
    const asked = Date.now();
    const { rows } = await client.query<Facts>(
      `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
        (extract(epoch from clock_timestamp()) * 1000)::float8 as time, has_schema_privilege(current_schema(), 'create') as may_create,
        has_database_privilege(current_database(), 'create') as may_make_schemas, current_setting('max_connections')::int as connections`,
    );
    const middle = (asked + Date.now()) / 2;
    return [...judge(rows[0]!, middle), ...(await checkMode(client, mode))];
  } finally {
    await client.end().catch(() => undefined);
  }
}

function judge(facts: Facts, now: number): Found[] {
  const version = Math.floor(facts.version / 10_000);
  const apart = Math.abs(facts.time - now);
  return [
    version >= OLDEST
      ? good(`PostgreSQL ${version} antwortet`)
      : todo(`PostgreSQL ${version} ist zu alt: gebraucht wird ${OLDEST} oder neuer`),
    ...(facts.encoding === 'UTF8'
      ? []
      : [todo(`Die Datenbank ist in ${facts.encoding} statt UTF8 angelegt: legen Sie sie neu an`)]),
    ...(apart < CLOCKS_APART_MS
      ? []
      : [
          todo(
            `Die Uhr der Datenbank geht ${Math.round(apart / 1000)} s anders als die hier: gleichen Sie beide mit NTP ab`,
          ),
        ]),
    ...(facts.may_create
      ? []
      : [todo('Der Benutzer von DATABASE_URL darf keine Tabellen anlegen: grant create on schema public')]),
    ...(facts.may_make_schemas
      ? []
      : [
          unknown(
            'Der Benutzer darf kein Schema anlegen: migriert wird ohne Vergleich, ob die Datenbank ist, wie sie sein soll',
          ),
        ]),
    ...(facts.connections >= LEAST_CONNECTIONS
      ? []
      : [
          todo(
            `max_connections ist ${facts.connections}: mindestens ${LEAST_CONNECTIONS} braucht es für API, Worker und Befehle`,
          ),
        ]),
  ];
}

async function checkMode(client: Client, mode: string): Promise<Found[]> {
  const { rows: tables } = await client.query<{ found: string | null }>(
    `select to_regclass('installation')::text as found`,
  );
  if (!tables[0]!.found) return [unknown('Noch leer: «migrate» legt die Tabellen an')];
  const { rows } = await client.query<{ mode: string }>('select mode from installation');
  const first = rows[0]?.mode;
  return first && first !== mode
    ? [todo(`Die Datenbank gehört zu einer Installation mit MODE=${first}: nehmen Sie für ${mode} eine andere`)]
    : [];
}
