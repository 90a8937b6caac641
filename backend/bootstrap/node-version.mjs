/** The Node major version everything is built and tested on; the npx line in package.json brings it. */
export const neededMajor = 24;

/** The folder in which npx keeps what the start line asks for; a Node it could not set up stays broken there until it is removed. */
const npxFolder = (env) => /(?:^|:)([^:]*\/_npx\/[0-9a-f]+)\/node_modules\/\.bin(?=:|$)/.exec(env.PATH ?? '')?.[1];

/**
 * Why this Node cannot run Bildnis, in one German line, or undefined when it can.
 * @param {string} version what `process.versions.node` says
 * @param {Record<string, string | undefined>} env npm tells its own settings to what it starts
 */
export function explainWrongNode(version, env) {
  if (Number.parseInt(version, 10) === neededMajor) return undefined;
  const npm = /\bnpm\/(\d+)/.exec(env.npm_config_user_agent ?? '')?.[1];
  const start = `Bildnis braucht Node ${neededMajor}, hier läuft Node ${version}`;
  if (npm === undefined) return `${start}: Starten Sie mit «npm start», das holt die passende Version selbst.`;
  if (Number(npm) < 9)
    return `${start}: npm ${npm} ist zu alt, um Node ${neededMajor} selbst zu holen. Abhilfe: npm install -g npm@latest`;
  const folder = npxFolder(env);
  const again = `${folder === undefined ? '' : `rm -rf "${folder}" && `}npm_config_ignore_scripts=false npm start`;
  const cause =
    env.npm_config_ignore_scripts === 'true'
      ? 'weil Installationsskripte abgeschaltet sind (ignore-scripts)'
      : 'weil Installationsskripte abgeschaltet waren oder npm zu alt ist';
  return `${start}: npm konnte Node ${neededMajor} nicht einrichten, ${cause}. Abhilfe: ${again}`;
}

/** Ends the process with one clear line when Node is not the needed version. Call it before anything else. */
export function requireNode() {
  const problem = explainWrongNode(process.versions.node, process.env);
  if (problem === undefined) return;
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}
