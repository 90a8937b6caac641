import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AccountDataPart, type Counts, type ExportPart } from '../identity/index.js';
import { facts } from '../facts/index.js';
import { ObjectStorage } from '../integrations/storage/index.js';
import { ExampleEndings } from './example-endings.service.js';
import { ExamplePicture } from './example-picture.entity.js';
import { Example } from './example.entity.js';
import { pictureKey } from './example-keys.js';

const LARGE = facts.examples.widths[1];

/** Portraits that a customer released for public pages. */
@Injectable()
export class ExamplesAccountData extends AccountDataPart {
  readonly name = 'examples';
  readonly explains = [
    {
      path: 'freigaben.json',
      text: 'Portraits, die Sie für unsere öffentlichen Seiten freigegeben haben: wo, wie lange, und wann die Freigabe endete.',
    },
    {
      path: 'freigaben/*',
      text: 'Die Bilder Ihrer laufenden Freigaben; der Name beginnt mit der Kennung der Freigabe.',
    },
  ];

  constructor(
    private readonly em: EntityManager,
    private readonly storage: ObjectStorage,
    private readonly endings: ExampleEndings,
  ) {
    super();
  }

  async *export(userId: string): AsyncIterable<ExportPart> {
    const em = this.em.fork();
    const examples = await em.find(Example, { userId }, { orderBy: { createdAt: 'asc' } });
    yield {
      path: 'freigaben.json',
      json: examples.map((example) => ({
        id: example.id,
        generationId: example.generationId ?? null,
        status: example.status,
        alias: example.alias,
        places: example.places,
        months: example.months ?? null,
        textVersion: example.releaseReference,
        releasedAt: example.releasedAt,
        shownAt: example.shownAt ?? null,
        endsAt: example.endsAt,
        endedAt: example.endedAt ?? null,
        endedBecause: example.endedBecause ?? null,
      })),
    };
    const pictures = await em.find(
      ExamplePicture,
      { exampleId: { $in: examples.map(({ id }) => id) }, readyAt: { $ne: null } },
      { orderBy: [{ exampleId: 'asc' }, { position: 'asc' }] },
    );
    for (const { id, exampleId, kind, position } of pictures)
      yield {
        path: `freigaben/${exampleId}-${position + 1}-${kind === 'before' ? 'vorher' : 'portrait'}.webp`,
        open: () => this.storage.open(pictureKey(exampleId, id, LARGE)),
      };
  }

  async erase(em: EntityManager, userId: string): Promise<Counts> {
    await this.endings.endAll(em, { userId }, 'deleted');
    await em.nativeDelete(Example, { userId });
    return {};
  }

  /** What was misused once is not shown to anybody. */
  async block(em: EntityManager, userId: string): Promise<void> {
    await this.endings.endAll(em, { userId }, 'removed');
  }
}
