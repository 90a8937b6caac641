import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from './programs.js';
import { StartError } from './start-error.js';

const run = promisify(execFile);

/** A Redis server program and the environment it needs. */
export interface RedisProgram {
  readonly program: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Where it came from, for the start report. */
  readonly origin: string;
}

/**
 * A Redis server: the one on PATH, else one fetched earlier into `folder`, else fetched now by the system's package manager (as root installed,
 * without rights unpacked into `folder`).
 * @param folder an ignored folder of ours that survives restarts
 * @param report told what is being done when something must be fetched
 * @throws StartError with the one sentence that says what to do
 */
export async function findOrInstallRedis(
  folder: string,
  report: (text: string) => void = () => undefined,
): Promise<RedisProgram> {
  const installed = findProgram('redis-server');
  if (installed !== undefined) return { program: installed, origin: 'System' };
  const present = linkToolBinary(folder, 'System') ?? findUnpacked(folder);
  if (present !== undefined) return present;
  const causes: string[] = [];
  for (const way of [installWithApt, unpackWithApt, installWithBrew]) {
    try {
      const found = await way(folder, report);
      if (found !== undefined) return found;
    } catch (error) {
      causes.push(causeOf(error));
    }
  }
  const cause = causes.length > 0 ? ` (${causes.at(-1)})` : '';
  throw new StartError(
    `Redis fehlt und liess sich nicht installieren${cause}: Installieren Sie «redis-server», oder setzen Sie REDIS_URL.`,
  );
}

const aptEnvironment = (): NodeJS.ProcessEnv => ({ ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' });

/** As root. redis-tools holds the server binary too, and unlike redis-server it starts no system service on port 6379. */
async function installWithApt(folder: string, report: (text: string) => void): Promise<RedisProgram | undefined> {
  if (process.getuid?.() !== 0 || findProgram('apt-get') === undefined) return undefined;
  report('Redis wird mit apt-get installiert');
  const install = ['-o', 'DPkg::Lock::Timeout=120', 'install', '-y', '-q', '--no-install-recommends', 'redis-tools'];
  const options = { env: aptEnvironment(), timeout: 300_000 };
  await run('apt-get', install, options).catch(async () => {
    await run('apt-get', ['-o', 'DPkg::Lock::Timeout=120', 'update', '-q'], options);
    await run('apt-get', install, options);
  });
  return linkToolBinary(folder, 'apt-get');
}

/** Debian's checker and its server are one binary, which decides by its own name what it is. */
function linkToolBinary(folder: string, origin: string): RedisProgram | undefined {
  const binary = findProgram('redis-check-rdb');
  if (binary === undefined) return undefined;
  mkdirSync(folder, { recursive: true });
  const link = join(folder, 'redis-server');
  // Several may start at once: the link is always there, and always whole.
  const draft = `${link}-${process.pid}`;
  rmSync(draft, { force: true });
  symlinkSync(binary, draft);
  renameSync(draft, link);
  return { program: link, origin };
}

/** Without rights: the packages are downloaded and unpacked into our own folder. */
async function unpackWithApt(folder: string, report: (text: string) => void): Promise<RedisProgram | undefined> {
  if (findProgram('apt-get') === undefined || findProgram('dpkg') === undefined) return undefined;
  report('Redis wird ohne Installation aus den Systempaketen entpackt');
  const draft = join(folder, 'new');
  rmSync(draft, { recursive: true, force: true });
  for (const part of ['lists/partial', 'cache/archives/partial', 'debs', 'root'])
    mkdirSync(join(draft, part), { recursive: true });
  const options = { env: aptEnvironment(), timeout: 300_000, cwd: join(draft, 'debs') };
  const own = [
    '-o',
    `Dir::State::lists=${join(draft, 'lists')}`,
    '-o',
    `Dir::Cache=${join(draft, 'cache')}`,
    '-o',
    'Debug::NoLocking=1',
  ];
  if (process.getuid?.() === 0) own.push('-o', 'APT::Sandbox::User=root');
  await run('apt-get', [...own, '-q', 'update'], options);
  const plan = await run('apt-get', [...own, '-s', '--no-install-recommends', 'install', 'redis-tools'], options);
  const packages = [...plan.stdout.matchAll(/^Inst (\S+)/gm)].map((match) => match[1]!);
  await run('apt-get', [...own, '-q', 'download', ...(packages.length > 0 ? packages : ['redis-tools'])], options);
  for (const archive of readdirSync(options.cwd)) await run('dpkg', ['-x', archive, join(draft, 'root')], options);
  const root = join(folder, 'root');
  rmSync(root, { recursive: true, force: true });
  renameSync(join(draft, 'root'), root);
  rmSync(draft, { recursive: true, force: true });
  const binary = join(root, 'usr/bin/redis-server');
  if (!existsSync(binary)) symlinkSync('redis-check-rdb', binary);
  return findUnpacked(folder);
}

async function installWithBrew(_folder: string, report: (text: string) => void): Promise<RedisProgram | undefined> {
  if (process.platform !== 'darwin' || findProgram('brew') === undefined) return undefined;
  report('Redis wird mit Homebrew installiert');
  await run('brew', ['install', 'redis'], {
    timeout: 600_000,
    env: { ...process.env, HOMEBREW_NO_AUTO_UPDATE: '1', NONINTERACTIVE: '1' },
  });
  const { stdout } = await run('brew', ['--prefix', 'redis'], { encoding: 'utf8' });
  return { program: join(stdout.trim(), 'bin', 'redis-server'), origin: 'Homebrew' };
}

function findUnpacked(folder: string): RedisProgram | undefined {
  const program = join(folder, 'root/usr/bin/redis-server');
  if (!existsSync(program)) return undefined;
  const libraries = ['usr/lib', 'lib'].flatMap((base) => libraryFolders(join(folder, 'root', base)));
  return {
    program,
    origin: 'entpackt',
    ...(libraries.length === 0 ? {} : { env: { ...process.env, LD_LIBRARY_PATH: libraries.join(':') } }),
  };
}

function libraryFolders(base: string): string[] {
  if (!existsSync(base)) return [];
  return [
    base,
    ...readdirSync(base)
      .filter((name) => name.includes('-linux-'))
      .map((name) => join(base, name)),
  ];
}

function causeOf(error: unknown): string {
  const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const telling = lines.findLast((line) => line.startsWith('E:')) ?? lines.at(-1);
  return (telling ?? (error instanceof Error ? error.message.split('\n')[0]! : String(error))).trim();
}
