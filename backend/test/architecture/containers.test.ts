import { existsSync, readFileSync } from 'node:fs';
import type { Copy } from 'dockerfile-ast';
import { describe, expect, test } from 'vitest';
import {
  COMPOSE_FILES,
  readCompose,
  readDockerText,
  readStages,
  repository,
  type Service,
} from '../support/docker-files.js';

const stages = new Map(readStages().map((stage) => [stage.name, stage]));

describe('the images', () => {
  test('are two, of one build', () => {
    expect([...stages.keys()]).toEqual(['build', 'backend', 'web']);
  });

  test('stand on versions that are named, with the Node and pnpm of the workspace', () => {
    for (const { base } of stages.values()) expect(base).toMatch(/^[\w/]+:\d+\.\d+\.\d+-[a-z-]+$/);
    const { scripts } = JSON.parse(readFileSync(`${repository}package.json`, 'utf8')) as { scripts: { start: string } };
    const [node, pnpm] = [/node@([\d.]+)/, /pnpm@([\d.]+)/].map((version) => version.exec(scripts.start)![1]!);
    for (const name of ['build', 'backend']) expect(stages.get(name)!.base).toBe(`node:${node}-trixie-slim`);
    expect(readDockerText('Dockerfile')).toContain(`pnpm@${pnpm}\n`);
  });

  test('run without privileges, as a list of arguments and not through a shell', () => {
    expect(stages.get('backend')).toMatchObject({
      user: 'node',
      entrypoint: ['node', '/app/run.mjs'],
      command: ['api'],
    });
    expect(stages.get('web')).toMatchObject({
      user: 'web',
      entrypoint: null,
      command: ['caddy', 'run', '--config', '/etc/caddy/Caddyfile', '--adapter', 'caddyfile'],
    });
    for (const name of ['backend', 'web']) {
      const keywords = stages.get(name)!.instructions.map((instruction) => instruction.getKeyword());
      expect(keywords).toContain('HEALTHCHECK');
      // Whatever needs root comes before.
      expect(keywords.indexOf('USER')).toBeGreaterThan(
        Math.max(keywords.lastIndexOf('RUN'), keywords.lastIndexOf('COPY')),
      );
    }
  });

  test('hold no secret, and take in nothing that is not there or is kept from the build', () => {
    const ignored = readFileSync(`${repository}.dockerignore`, 'utf8')
      .split('\n')
      .filter((line) => line && !line.startsWith('#'));
    expect(ignored[0]).toBe('*');
    for (const kept of ['**/node_modules', '**/.env', '**/.data', '**/*.pem', '**/*.key'])
      expect(ignored).toContain(kept);
    for (const { name, env, instructions } of stages.values()) {
      for (const key of Object.keys(env)) expect(key).not.toMatch(/SECRET|PASSWORD|TOKEN|KEY/);
      for (const copy of instructions.filter((instruction) => ['COPY', 'ADD'].includes(instruction.getKeyword()))) {
        expect(copy.getKeyword(), `${name} adds nothing from elsewhere`).toBe('COPY');
        if ((copy as Copy).getFromFlag()) continue;
        const sources = copy
          .getArguments()
          .map((argument) => argument.getValue())
          .slice(0, -1);
        for (const source of sources) {
          expect(existsSync(repository + source), source).toBe(true);
          expect(
            ignored.some((line) => line === `!${source}` || line === `!${source.split('/')[0]}`),
            `${source} reaches the build`,
          ).toBe(true);
        }
      }
    }
  });
});

describe.each(COMPOSE_FILES)('%s', (file) => {
  const compose = readCompose(file);
  const services = Object.entries(compose.services);
  const placesOf = (service: Service) =>
    [...(service.volumes ?? []), ...(service.tmpfs ?? [])].map((place) =>
      place.split(':').find((part) => part.startsWith('/'))!,
    );

  test('says what there is, and refers to nothing else', () => {
    for (const [name, service] of services) {
      for (const other of Object.keys(service.depends_on ?? {}))
        expect(Object.keys(compose.services), name).toContain(other);
      for (const network of service.networks ?? []) expect(Object.keys(compose.networks), name).toContain(network);
      for (const { source } of service.configs ?? []) expect(Object.keys(compose.configs), name).toContain(source);
      for (const config of Object.values(compose.configs))
        if ('file' in config) expect(existsSync(`${repository}docker/${config.file}`), config.file).toBe(true);
      for (const volume of service.volumes ?? [])
        if (!volume.startsWith('/')) expect(Object.keys(compose.volumes), name).toContain(volume.split(':')[0]);
      for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
        const target = compose.services[other]!;
        const hasHealth = target.healthcheck ? 'test' in target.healthcheck : target.build !== undefined;
        if (condition === 'service_healthy') expect(hasHealth, `${name} waits for the health of ${other}`).toBe(true);
        if (condition === 'service_completed_successfully') expect(target.restart).toBe('no');
      }
    }
  });

  test('runs everything without root, but what hands a fresh folder over', () => {
    for (const [name, { user, cap_add }] of services) {
      if (name === 'store-folder') continue;
      expect(user, name).not.toMatch(/^0:/);
      expect(cap_add, name).toBeUndefined();
    }
  });

  test('gives each a place to write where it needs one', () => {
    expect(placesOf(compose.services['api']!)).toEqual(['/tmp', '/var/lib/bildnis']);
    expect(stages.get('backend')!.env['SITE_DIR']).toMatch(/^\/var\/lib\/bildnis\/./);
    expect(placesOf(compose.services['worker']!)).toEqual(['/tmp', stages.get('backend')!.env['JOURNAL_DIR']]);
    expect(placesOf(compose.services['web']!)).toEqual(['/data', '/config', '/tmp']);
  });

  test('shows only the web to the outside, and no secret in itself', () => {
    const isOpen = (port: string) => !port.startsWith('127.0.0.1:');
    expect(services.filter(([, { ports }]) => ports?.some(isOpen)).map(([name]) => name)).toEqual(['web']);
    for (const [name, { environment }] of services) {
      for (const [key, value] of Object.entries(environment ?? {}))
        if (/PASSWORD|SECRET/.test(key)) expect(value, `${name} ${key}`).toMatch(/^\$\{\w+:\?is needed\}$/);
    }
  });

  test('leaves open only variables that the example names', () => {
    const named = [...readDockerText('example.env').matchAll(/^(?:# )?([A-Z0-9_]+)=/gm)].map(([, name]) => name);
    for (const [, name] of readDockerText(file).matchAll(/\$\{(\w+)/g)) expect(named).toContain(name);
  });
});

describe('the web server', () => {
  const text = readDockerText('Caddyfile');

  test('has as many closing as opening braces, and no address or secret in it', () => {
    const words = text
      .split('\n')
      .filter((line) => !line.trim().startsWith('#'))
      .flatMap((line) => line.trim().split(/\s+/));
    let depth = 0;
    for (const word of words) {
      depth += word === '{' ? 1 : word === '}' ? -1 : 0;
      expect(depth).toBeGreaterThanOrEqual(0);
    }
    expect(depth).toBe(0);
    expect([...text.matchAll(/\{\$(\w+)/g)].map(([, name]) => name)).toEqual(['SITE_ADDRESS', 'API_HOST', 'API_PORT']);
  });

  test('keeps files as long as the API would', () => {
    const served = readFileSync(`${repository}backend/src/app/serve-app.ts`, 'utf8');
    const [, immutable] = /'Cache-Control', '(public[^']+)'/.exec(served)!;
    const [, fresh] = /else response\.setHeader\('Cache-Control', '([^']+)'/.exec(served)!;
    const [, policy] = /ASSET_POLICY = "([^"]+)"/.exec(served)!;
    const block = (name: string) =>
      text.slice(text.indexOf(`handle @${name} {`), text.indexOf('file_server', text.indexOf(`handle @${name} {`)));
    expect(block('assets')).toContain(`Cache-Control "${immutable}"`);
    expect(block('assets')).toContain(`?Content-Security-Policy "${policy}"`);
    expect(block('files')).toContain(`Cache-Control ${fresh}\n`);
    for (const name of ['assets', 'files']) expect(block(name)).toContain('X-Content-Type-Options nosniff');
  });

  test('leaves documents, the service worker, pages and the API to the API', () => {
    const matcher = text.slice(text.indexOf('@files {'), text.indexOf('handle @files'));
    for (const path of ['/api/*', '/socket.io/*', '/site/*', '*/', '*.html', '/sw.js'])
      expect(matcher.split(/\s+/)).toContain(path);
  });
});

test('what may run at once on one machine fits into its documented memory', () => {
  const documented = Number(
    /(\d+) GB of memory/.exec(readFileSync(`${repository}docs/operations/install.md`, 'utf8'))![1],
  );
  const megabytes = (text: string) => Number.parseInt(text, 10) * (text.endsWith('G') ? 1024 : 1);
  const { services } = readCompose('compose.yaml');
  // Tools, the migration and what prepares a volume run alone, and end.
  const lasting = Object.values(services).filter(
    (service) => !service.profiles?.includes('tools') && service.restart !== 'no',
  );
  expect(lasting.length).toBeGreaterThan(6);
  const sum = lasting.reduce((all, { deploy }) => all + megabytes(deploy.resources.limits.memory), 0);
  expect(sum).toBeLessThan(documented * 1024);
});
