import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tellingLine } from './explain.mjs';
import { runProgram } from './run.mjs';
import { fingerprint, requireSpace, root } from './workspace.mjs';

const workspaces = ['backend', 'backend/emulators', 'backend/studio', 'sdk', 'pwa'];
const manifests = [
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'package.json',
  ...workspaces.map((name) => `${name}/package.json`),
];
const folders = ['node_modules/.pnpm', ...workspaces.map((name) => `${name}/node_modules`)];
const stamp = join(root, 'node_modules', '.bildnis-install');
/** Packages of a fresh installation with the room pnpm needs while it works. */
const roomInMegabytes = 1500;

/** What the installed packages belong to; it changes when any of them may have to change. */
export const installFingerprint = () =>
  fingerprint(manifests, `${process.platform} ${process.arch} ${process.versions.modules}`);

/** Whether the packages on disk are not those the lock file asks for. */
export function needsInstall() {
  if (folders.some((folder) => !existsSync(join(root, folder)))) return true;
  return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== installFingerprint();
}

/** Brings the packages to what the lock file says; throws one clear line when that fails. */
export async function installPackages() {
  if (folders.some((folder) => !existsSync(join(root, folder)))) requireSpace(root, roomInMegabytes);
  const args = ['install', '--frozen-lockfile', '--prefer-offline', '--config.confirmModulesPurge=false'];
  const { code, output } = await runProgram('pnpm', args, { cwd: root, env: { ...process.env, CI: 'true' } });
  if (code === 127) throw new Error('pnpm fehlt. Starten Sie mit «npm start» oder «npm test», die bringen es mit.');
  if (code !== 0) throw new Error(`Die Pakete liessen sich nicht installieren (pnpm install): ${tellingLine(output)}`);
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  writeFileSync(stamp, installFingerprint());
}

/** Installs only when needed, as a step of the report. */
export async function ensureInstalled(steps) {
  await steps.run('Pakete', async (note) => {
    if (!needsInstall()) return note('unverändert');
    await installPackages();
    return note('installiert');
  });
}
