import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { migrationFolder, migrationNames, migrationSource, nextMigrationStamp } from './migrations.mjs';
import { root } from './workspace.mjs';

const name = (process.argv[2] ?? '').replaceAll('-', '_');
if (!/^[a-z][a-z0-9_]{2,40}$/.test(name)) {
  process.stderr.write(
    'Aufruf: npm run migration -- NAME (kleine Buchstaben, Ziffern, Unterstriche), etwa portrait_rating\n',
  );
  process.exit(1);
}
const names = migrationNames();
if (names.some((existing) => existing.slice('Migration'.length + 15) === name)) {
  process.stderr.write(`Eine Migration «${name}» gibt es schon.\n`);
  process.exit(1);
}
const stamp = nextMigrationStamp(names, new Date());
const file = join(migrationFolder, `Migration${stamp}_${name}.ts`);
writeFileSync(file, migrationSource(stamp), { flag: 'wx' });
process.stdout.write(
  `${relative(root, file)}\nSchreiben Sie das SQL hinein und ändern Sie die Entity dazu; «npm test -- schema» vergleicht beide.\n`,
);
