import { makeAdmin } from './app/make-admin.js';
import { runEntry } from './app/run-entry.js';

/** `make-admin E-MAIL`: gives an existing, confirmed account the role of an admin, and notes it in the audit log. */
await runEntry(async () => {
  const email = await makeAdmin(process.env.DATABASE_URL, process.argv[2]);
  process.stdout.write(
    `${email} ist jetzt Admin. Der Admin-Bereich verlangt einen zweiten Faktor: in der App in den Einstellungen unter «Sicherheit».\n`,
  );
});
