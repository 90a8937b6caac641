/**
 * Puts what the compiler wrote (`build`) and the libraries it uses together into the few files that run (`dist`): Node takes two
 * seconds to find and link more than 3000 files, and every process of the product would pay them (docs/decisions/0019-what-runs-is-bundled.md).
 */
import { readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const backend = fileURLToPath(new URL('../', import.meta.url));
const compiled = join(backend, 'build');

const namesIn = (folder) =>
  readdirSync(join(backend, 'src', folder)).flatMap((file) => /^(.+)(?<!\.d|\.test)\.ts$/.exec(file)?.[1] ?? []);

/** Each becomes a file of the same place and name in `dist`: commands, migrations, and what is started by its path. */
const entries = [
  ...namesIn('.'),
  ...namesIn('migrations').map((name) => `migrations/${name}`),
  'embedded/parent-watch',
];

/**
 * Packages that come with files of their own: they are loaded from where they lie, and so is what they share with others (Bull brings ioredis).
 * What changes globals has to run before any class that is decorated, in whichever chunk that ends up.
 */
const LEFT_OUT = ['@node-rs/argon2', 'bull', 'ioredis', 'pdfkit', 'reflect-metadata', 'sharp', 'swagger-ui-dist'];

/** Asked for by libraries, used by nobody here. */
const NOT_INSTALLED = ['@fastify/static', '@nestjs/microservices', 'class-transformer', 'class-validator'];

/** These would find files beside them only for what is switched off: transports of the log, the client that Socket.IO can serve. */
const FILES_UNUSED = ['pino', 'socket.io', 'thread-stream'];

const isOneOf = (packages, id) => packages.some((name) => id === name || id.startsWith(`${name}/`));
const packageOf = (file) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1];

/** What a module finds by its own address lies where it lay before it was put together with others. */
const ownAddresses = {
  name: 'own-addresses',
  transform: {
    filter: { code: 'import.meta.url' },
    handler: (code, id) =>
      id.startsWith(compiled)
        ? code.replaceAll('import.meta.url', `__ownAddress(${JSON.stringify(relative(compiled, id))})`)
        : null,
  },
  renderChunk: (code, chunk) =>
    code.replace(
      /__ownAddress\("([^"]+)"\)/g,
      (_, place) => `new URL(${JSON.stringify(`./${relative(dirname(chunk.fileName), place)}`)}, import.meta.url).href`,
    ),
};

/** A library that reads files beside it would look for them in `dist`. */
const noFilesBeside = {
  name: 'no-files-beside',
  transform: {
    filter: { id: /node_modules/, code: /__dirname|__filename/ },
    handler(_, id) {
      if (!FILES_UNUSED.includes(packageOf(id)))
        throw new Error(`${packageOf(id)} reads files beside it (${id}): leave it out of the bundle`);
    },
  },
};

const bundle = await rolldown({
  cwd: backend,
  input: Object.fromEntries(entries.map((entry) => [entry, join(compiled, `${entry}.js`)])),
  platform: 'node',
  // Bootstrap files are shared with the process that started this one.
  external: (id) => isOneOf([...LEFT_OUT, ...NOT_INSTALLED], id) || id.startsWith(join(backend, 'bootstrap')),
  plugins: [ownAddresses, noFilesBeside],
  onLog(level, log) {
    if (level === 'warn' && log.code !== 'EVAL') throw new Error(log.message);
  },
});
await bundle.write({
  dir: join(backend, 'dist'),
  cleanDir: true,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name].js',
  keepNames: true, // entities, tokens and the contexts of the log are known by the names of their classes
});
await bundle.close();
