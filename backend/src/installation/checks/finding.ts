import type { Config, Mode } from '../../config/index.js';

export const CHECKS = [
  'configuration',
  'database',
  'redis',
  'storage',
  'email',
  'stripe',
  'google',
  'engine',
  'push',
  'backups',
  'origin',
] as const;
export type CheckName = (typeof CHECKS)[number];

/** `off`: not set up, and not needed. `unknown`: could not be looked at from here. */
export const STATES = ['good', 'todo', 'off', 'unknown'] as const;
export type State = (typeof STATES)[number];

/** What a command can put right, shown before it is done. */
export interface Fix {
  text: string;
  /** @returns lines for the operator's eyes alone: secrets are said here once */
  run(): Promise<string[]>;
}

/** What a check has found, in German for the operator. */
export interface Finding {
  check: CheckName;
  state: State;
  text: string;
  fix?: Fix;
}

export type Found = Omit<Finding, 'check'>;

export const good = (text: string): Found => ({ state: 'good', text });
export const todo = (text: string, fix?: Fix): Found => ({ state: 'todo', text, ...(fix ? { fix } : {}) });
export const off = (text: string): Found => ({ state: 'off', text });
export const unknown = (text: string): Found => ({ state: 'unknown', text });

/** What is looked at. */
export interface Installation {
  config: Config;
  /** The mode it is to run in, also where the configuration could only be read as another. */
  mode: Mode;
  now(): Date;
  /** Texts of a domain, as the DNS has them. @throws where there are none, or nobody answers */
  lookUpTexts(name: string): Promise<string[][]>;
  /** Under which selector the mail server publishes its key, where the operator has said so. */
  dkimSelector: string | null;
  /** Where an email goes to, to see that one arrives. */
  emailTo: string | null;
  /** Whether a pair of keys for push is to be made where there is none. */
  wantsPush: boolean;
  /** Whether a process of the installation itself looks. */
  isFromWithin: boolean;
}

/** The words of whatever was thrown, on one line. */
export function wordsOf(error: unknown): string {
  // Of several addresses none was reached.
  if (error instanceof AggregateError && error.errors.length > 0) return wordsOf(error.errors[0]);
  return (error instanceof Error ? error.message || error.name : String(error)).split('\n')[0]!.slice(0, 200);
}
