import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findHolder, takeFolder } from '../../bootstrap/exclusive.mjs';
import { explain, tellingLine } from '../../bootstrap/explain.mjs';
import { createSteps, formatSeconds } from '../../bootstrap/steps.mjs';
import { composeEnvironment, migrate, startApplication, type Application, type Entries } from './application.js';
import { watchLauncher } from './launcher-watch.js';
import { findFreePort, isPortFree, nameListener } from './ports.js';
import { ProcessRegister } from './process-register.js';
import { keepSecrets } from './secrets.js';
import { keepEnvironment } from './kept-environment.js';
import { startServices, type ServiceAddresses, type StartedPart } from './services.js';
import type { EmbeddedSettings } from './settings.js';
import type { Emulators } from './emulators.js';
import { StartError } from './start-error.js';

const interrupted = Symbol('interrupted');
/** Longest time a step of the start may take to notice that it is no longer wanted. */
const noticeMs = 5_000;

/** Runs the whole of Bildnis on this machine until it is told to stop; the process then ends. */
export class Supervisor {
  private readonly steps = createSteps();
  private readonly parts: StartedPart[] = [];
  private readonly register: ProcessRegister;
  private starting: Promise<unknown> = Promise.resolve();
  private stopping = false;
  private readonly stopAsked = new AbortController();
  private url = '';
  private application: Application | undefined;

  constructor(
    private readonly settings: EmbeddedSettings,
    private readonly emulators: Emulators,
    private readonly entries: Entries,
  ) {
    this.register = new ProcessRegister(join(settings.dataDir, 'processes.json'));
  }

  /** Starts everything. From the first moment on, signals end what has been started so far. */
  async run(): Promise<void> {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void this.stop(0));
    process.on('disconnect', () => void this.stop(0)); // our parent process is gone
    process.on('exit', () => this.register.signalAll());
    for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
      process.on(
        event,
        (error) => void this.fail(error instanceof Error ? (error.stack ?? error.message) : String(error)),
      );
    }
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined); // a reader that went away is no reason to stop
    watchLauncher(() => void this.stop(0));
    this.starting = this.start();
    try {
      await this.starting;
    } catch (error) {
      if (error !== interrupted) await this.fail(`Bildnis startet nicht: ${explain(error)}`);
    }
  }

  /** Starts API and worker again, for new code. Services keep running. */
  async restartApplication(): Promise<void> {
    await this.application?.restart();
  }

  private async start(): Promise<void> {
    const { settings } = this;
    await this.takeDataFolder();
    await this.register.endLeftovers();
    const port = await this.choosePort();
    const secrets = keepSecrets(join(settings.dataDir, 'secrets.json'));
    this.throwIfStopping();
    const services = await startServices({
      settings,
      secrets,
      port,
      emulators: this.emulators,
      steps: this.steps,
      register: this.register,
      onStarted: (part) => this.parts.push(part),
      onLost: (name, tail) => void this.fail(`${name} ist unerwartet beendet: ${tellingLine(tail)}`),
    });
    this.throwIfStopping();
    const env = composeEnvironment(settings, secrets, services, port);
    keepEnvironment(settings.dataDir, env);
    await this.steps.run('Datenbank einrichten', () =>
      migrate(this.entries.migrate, env, settings.root, join(settings.dataDir, 'logs')),
    );
    this.throwIfStopping();
    await this.steps.run('API und Worker', async () => {
      const application = (this.application = startApplication({
        entries: this.entries,
        env,
        settings,
        port,
        register: this.register,
        onCrash: (text) => this.stopping || this.steps.line(`  ${text}`),
      }));
      this.parts.push({ name: 'API und Worker', stop: () => application.stop() });
      await application.ready(this.stopAsked.signal);
    });
    this.throwIfStopping();
    this.url = env.PUBLIC_ORIGIN ?? '';
    this.announce(services);
  }

  private throwIfStopping(): void {
    if (this.stopping) throw interrupted;
  }

  private async takeDataFolder(): Promise<void> {
    const { dataDir } = this.settings;
    mkdirSync(dataDir, { recursive: true });
    if ((await takeFolder(dataDir, 'data', () => ({ url: this.url }))) !== undefined) return;
    const holder = await findHolder(dataDir, 'data');
    const who = holder === undefined ? '' : ` (Prozess ${holder.pid}${holder.url ? `, ${holder.url}` : ''})`;
    throw new StartError(
      `Auf ${dataDir} läuft Bildnis schon${who}. Beenden Sie es zuerst, oder setzen Sie DATA_DIR auf einen anderen Ordner.`,
    );
  }

  private async choosePort(): Promise<number> {
    const { port } = this.settings;
    if (port === 0) return findFreePort();
    if (await isPortFree(port)) return port;
    const holder = await nameListener(port);
    throw new StartError(
      `Port ${port} ist belegt${holder === undefined ? '' : ` (${holder})`}. Beenden Sie das Programm, das ihn benutzt, oder wählen Sie einen anderen: PORT=${port + 1} npm start`,
    );
  }

  private announce({ mailboxUrl, measuringUrl }: ServiceAddresses): void {
    const passwordFile = join(this.settings.dataDir, 'admin-password');
    const lines = [`Bildnis läuft      ${this.url}`];
    if (mailboxUrl !== undefined) lines.push(`Postfach           ${mailboxUrl}`);
    if (measuringUrl !== undefined) lines.push(`Messung            ${measuringUrl}`);
    if (existsSync(passwordFile)) {
      lines.push(`Admin, einmalig    ${readFileSync(passwordFile, 'utf8').trim()}`);
      rmSync(passwordFile); // shown once; from now on only its hash exists
    }
    lines.push(`Daten, Protokolle  ${this.settings.dataDir}`);
    const took = formatSeconds(performance.now()); // since this process began: packages and builds count
    this.steps.line(`\n${lines.map((line) => `  ${line}`).join('\n')}\n\n  Bereit nach ${took}. Beenden mit Ctrl-C.\n`);
    process.send?.({ type: 'ready', url: this.url, mailboxUrl });
  }

  /** Says in one line why it cannot go on, and ends everything. */
  private async fail(text: string): Promise<void> {
    if (this.stopping) return;
    process.stderr.write(`${text}\n`);
    await this.stop(1);
  }

  /** Ends everything in the reverse order of its start, then this process. Ctrl-C arrives several times; only the first one counts. */
  private async stop(exitCode: number): Promise<void> {
    if (this.stopping) return;
    this.stopping = true;
    this.stopAsked.abort();
    await Promise.race([
      this.starting.catch(() => undefined),
      new Promise((resolve) => setTimeout(resolve, noticeMs).unref()),
    ]);
    for (const part of this.parts.toReversed()) {
      try {
        await part.stop();
      } catch (error) {
        process.stderr.write(`${part.name} liess sich nicht sauber beenden: ${explain(error)}\n`);
      }
    }
    process.exit(exitCode);
  }
}
