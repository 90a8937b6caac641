import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { tellingLine } from './explain.mjs';
import { runProgram } from './run.mjs';
import { findProgram, root, tool } from './workspace.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** The same browser without a window to draw: half the work for the same page. It knows no notifications. */
const shellName = 'chromium-headless-shell';
const downloadHost = 'https://cdn.playwright.dev';

/** The browser of the machine, or undefined. */
function findInstalled() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (!existsSync(given)) throw new Error(`CHROMIUM_PATH zeigt auf ${given}, dort ist nichts.`);
    return given;
  }
  return names.map(findProgram).find((path) => path !== undefined);
}

/** Where Playwright keeps the browser it downloads itself, whether or not it is there. */
function playwrightPath() {
  const require = createRequire(join(root, 'pwa', 'package.json'));
  return require('@playwright/test').chromium.executablePath();
}

const isReachable = (url) =>
  fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(4_000) }).then(
    () => true,
    () => false,
  );

async function download() {
  if (!(await isReachable(downloadHost))) return `${downloadHost} ist nicht erreichbar`;
  const { code, output } = await runProgram(tool('pwa', 'playwright'), ['install', 'chromium'], {
    cwd: join(root, 'pwa'),
    timeoutMs: 300_000,
  });
  return code === 0 && existsSync(playwrightPath()) ? undefined : tellingLine(output);
}

async function installFromPackages(name) {
  if (findProgram('apt-get') === undefined) return 'kein apt-get auf diesem System';
  const isRoot = process.getuid?.() === 0;
  const hasSudo = !isRoot && findProgram('sudo') !== undefined && (await runProgram('sudo', ['-n', 'true'])).code === 0;
  if (!isRoot && !hasSudo) return 'apt-get braucht root oder sudo ohne Passwort';
  const apt = (...args) => {
    const program = 'env DEBIAN_FRONTEND=noninteractive LC_ALL=C apt-get -o DPkg::Lock::Timeout=120 -q';
    const line = [...program.split(' '), ...args];
    const [command, ...rest] = isRoot ? line : ['sudo', '-n', ...line];
    return runProgram(command, rest, { timeoutMs: 600_000 });
  };
  await apt('update');
  const { code, output } = await apt('install', '-y', '--no-install-recommends', name);
  return code === 0 ? undefined : tellingLine(output);
}

/**
 * A Chromium for the browser tests: the machine's own, Playwright's own, or one installed now.
 * @param {(text: string) => void} note told where it came from
 * @returns {Promise<string>} its path, or '' for the one Playwright finds by itself
 */
export async function ensureChromium(note) {
  const installed = findInstalled();
  if (installed !== undefined) return (note(installed), installed);
  if (existsSync(playwrightPath())) return (note('von Playwright'), '');
  const causes = [await download()];
  if (causes[0] === undefined) return (note('von Playwright geladen'), '');
  causes.push(await installFromPackages('chromium'));
  const fresh = findInstalled();
  if (causes[1] === undefined && fresh !== undefined) return (note('mit apt-get installiert'), fresh);
  throw new Error(
    `Chromium fehlt und liess sich nicht installieren (${causes.filter(Boolean).join('; ')}): Installieren Sie «chromium», oder setzen Sie CHROMIUM_PATH.`,
  );
}

/**
 * The headless shell beside the machine's own Chromium, installed now where it can be; Playwright's own brings one along.
 * @param {string} chromium as `ensureChromium` found it
 * @param {(text: string) => void} note told where it came from
 * @returns {Promise<string>} its path, or '' where the browser itself does its work
 */
export async function ensureHeadlessShell(chromium, note) {
  if (chromium === '' || process.env.CHROMIUM_PATH) return '';
  if (findProgram(shellName) === undefined) await installFromPackages(shellName);
  const shell = findProgram(shellName) ?? '';
  note(shell || 'keine, es geht langsamer');
  return shell;
}
