import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/index.js';
import { AccountDataRegistry, type AccountDataOwner, type ExportOptions } from '../../identity/index.js';
import { explainExport } from './export-explanation.js';
import { ZipWriter } from './zip-writer.js';

/** Gathers what every feature holds about a user into one ZIP on disk. */
@Injectable()
export class ExportArchiveService {
  constructor(
    private readonly registry: AccountDataRegistry,
    private readonly clock: Clock,
  ) {}

  /** @returns the size in bytes. @throws what an owner throws, and the reason of an aborted signal. */
  async write(
    path: string,
    user: { id: string; email: string },
    options: ExportOptions,
    signal: AbortSignal,
  ): Promise<number> {
    const at = this.clock.now();
    const zip = new ZipWriter(path, at);
    try {
      const notes: string[] = [];
      for (const owner of this.registry.owners) await this.add(zip, owner, { userId: user.id, options, notes, signal });
      zip.addText('LIESMICH.txt', explainExport({ email: user.email, at, owners: this.registry.owners, notes }));
      return await zip.end();
    } catch (error) {
      await zip.abandon();
      throw error;
    }
  }

  private async add(
    zip: ZipWriter,
    owner: AccountDataOwner,
    into: { userId: string; options: ExportOptions; notes: string[]; signal: AbortSignal },
  ): Promise<void> {
    for await (const part of owner.export?.(into.userId, into.options) ?? []) {
      into.signal.throwIfAborted();
      if ('note' in part) into.notes.push(part.note);
      else if ('json' in part) zip.addText(part.path, `${JSON.stringify(part.json, null, 2)}\n`);
      else {
        const file = await part.open();
        if (file) await zip.addFile(part.path, file);
        else into.notes.push(`Die Datei ${part.path} wurde gelöscht, während dieser Export entstand.`);
      }
    }
  }
}
