import { execFile, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const sdk = join(root, 'sdk');
const guides = join(sdk, 'guides');

/** A program of the guides: the page it stands on, its place there, and its text. */
export interface Example {
  name: string;
  code: string;
}

/** What became of a program. */
export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** Every program of the pages of sdk/guides, in the order of the pages. */
export function guideExamples(): Example[] {
  return readdirSync(guides)
    .filter((page) => page.endsWith('.md'))
    .flatMap((page) =>
      [...readFileSync(join(guides, page), 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code], index) => ({
        name: `${page.replace('.md', '')}-${index + 1}`,
        code: code!,
      })),
    );
}

/** An empty folder outside the workspace, in which a partner begins: the packed SDK, installed by plain npm, and some photos. */
export class PartnerFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'bildnis-partner-'));

  static async begin(photos: Uint8Array[]): Promise<PartnerFolder> {
    const folder = new PartnerFolder();
    const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder.path], {
      cwd: sdk,
    });
    const [packed] = Object.values(JSON.parse(stdout) as Record<string, { filename: string }>);
    writeFileSync(join(folder.path, 'package.json'), '{ "name": "partner", "private": true, "type": "module" }');
    await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', `./${packed!.filename}`], {
      cwd: folder.path,
    });
    mkdirSync(join(folder.path, 'photos'));
    for (const [index, photo] of photos.entries())
      writeFileSync(join(folder.path, 'photos', `foto-${index + 1}.jpg`), photo);
    return folder;
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.path, name), text);
  }

  /** Compiles programs as strictly as a partner may. @returns what the compiler says, empty where it has nothing to say */
  async compile(examples: Example[]): Promise<string> {
    for (const { name, code } of examples) this.write(`${name}.ts`, code);
    const options = {
      module: 'nodenext',
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      noEmit: true,
      types: ['node'],
      typeRoots: [join(root, 'sdk', 'node_modules', '@types')],
    };
    this.write(
      'tsconfig.json',
      JSON.stringify({ compilerOptions: options, files: examples.map(({ name }) => `${name}.ts`) }),
    );
    return run(join(root, 'backend', 'node_modules', '.bin', 'tsc'), ['-p', '.'], { cwd: this.path }).then(
      () => '',
      (error: { stdout: string }) => error.stdout,
    );
  }

  /** Takes the files of an example of the SDK. */
  copy(example: string): void {
    cpSync(join(sdk, 'examples', example), this.path, {
      recursive: true,
      filter: (file) => !file.endsWith('package.json'),
    });
  }

  /** Runs a program there, with nothing of the workspace but Node. */
  run(call: string, env: Record<string, string>): Promise<Ended> {
    return this.start(call, env).ended;
  }

  /** Starts a program that stays until it is stopped. */
  start(
    call: string,
    env: Record<string, string>,
  ): { output: () => string; ended: Promise<Ended>; stop: () => Promise<unknown> } {
    const child = spawn(process.execPath, call.split(' '), {
      cwd: this.path,
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    const ended = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ code, out, err })));
    const stop = () => {
      child.kill();
      return ended;
    };
    return { output: () => out, ended, stop };
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
