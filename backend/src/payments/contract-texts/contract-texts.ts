import { readFile } from 'node:fs/promises';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/index.js';
import { readLegalText, type LegalText } from './legal-text.js';

/** The public pages and what is sent with an order are made of the same files. */
const FOLDER = new URL('../../../../pwa/src/content/legal/', import.meta.url);

/** What applies to every order: the terms, then the instruction on withdrawal, which ends with its form. */
const APPLYING = ['terms', 'refund'];

/** The legal texts that a customer keeps with an order. */
@Injectable()
export class ContractTexts {
  private read: Promise<LegalText[]> | undefined;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  texts(): Promise<LegalText[]> {
    return (this.read ??= this.readAll().catch((error: unknown) => {
      // The next order reads again.
      this.read = undefined;
      throw error;
    }));
  }

  private readAll(): Promise<LegalText[]> {
    return Promise.all(
      APPLYING.map(async (name) => readLegalText(await readFile(new URL(`${name}.md`, FOLDER), 'utf8'), this.config)),
    );
  }
}
