import 'reflect-metadata';
import { MikroORM, TableNotFoundException } from '@mikro-orm/postgresql';
import { Email } from '../identity/index.js';
import { makeAdmin as makeAdminIn } from '../admin/index.js';
import { databaseOptions } from '../platform/database/index.js';
import { ENTITIES } from './entities.js';
import { CommandRefused } from './run-entry.js';

const REFUSALS = {
  unknown: 'gibt es nicht. Registrieren Sie sich zuerst in der App.',
  unconfirmed:
    'ist noch nicht bestätigt. Folgen Sie zuerst dem Link in der E-Mail, die Sie bei der Registrierung erhalten haben.',
  blocked: 'ist gesperrt. Geben Sie das Konto zuerst frei.',
  already: 'hat die Rolle Admin schon.',
} as const;

/** Gives an account the role of an admin. @throws CommandRefused */
export async function makeAdmin(databaseUrl: string | undefined, address: string | undefined): Promise<string> {
  if (!databaseUrl) throw new CommandRefused('Es fehlt DATABASE_URL: die Adresse der Datenbank.');
  if (!address) throw new CommandRefused('Aufruf: make-admin E-MAIL');
  const { data: email } = Email.safeParse(address);
  if (!email) throw new CommandRefused(`«${address}» ist keine E-Mail-Adresse.`);
  const result = await inDatabase(databaseUrl, (orm) => makeAdminIn(orm.em.fork(), email));
  if (result !== 'done') throw new CommandRefused(`Das Konto ${email} ${REFUSALS[result]}`);
  return email;
}

async function inDatabase<T>(url: string, act: (orm: MikroORM) => Promise<T>): Promise<T> {
  const orm = await MikroORM.init(databaseOptions({ url, entities: ENTITIES, poolSize: 1 }));
  try {
    await orm.em.fork().execute('select 1').catch(refuseAway);
    return await act(orm);
  } catch (error) {
    if (error instanceof TableNotFoundException)
      throw new CommandRefused('Die Datenbank ist noch leer. Führen Sie zuerst migrate aus.');
    throw error;
  } finally {
    await orm.close();
  }
}

function refuseAway(error: Error): never {
  throw new CommandRefused(`Die Datenbank ist nicht erreichbar: ${error.message.split('\n')[0]}`, { cause: error });
}
