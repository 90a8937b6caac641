import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import { ObjectStorage, type StoredObject } from '../integrations/storage/index.js';
import { facts } from '../facts/index.js';
import { Clock } from '../platform/clock/index.js';
import { AppError } from '../platform/errors/index.js';
import { StylesService } from '../styles/index.js';
import { ExamplePicture } from './example-picture.entity.js';
import { Example, type ExamplePlace } from './example.entity.js';
import { pictureKey, type ExampleWidth } from './example-keys.js';
import type { PublishedExample, PublishedPicture } from './examples.schemas.js';

/** The most that a page shows. */
const MOST = 6;

const [SMALL, LARGE] = facts.examples.widths;
const path = (exampleId: string, pictureId: string, width: ExampleWidth) =>
  `/api/v1/examples/${exampleId}/pictures/${pictureId}/${width}`;

/** What anybody may see: each time it is asked for, the release is looked at. */
@Injectable()
export class PublishedExamples {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly styles: StylesService,
    private readonly storage: ObjectStorage,
  ) {}

  /** The newest first. */
  async list(place: ExamplePlace, slug?: string): Promise<z.infer<typeof PublishedExample>[]> {
    const em = this.em.fork();
    const styles = (await this.styles.listEnabled()).filter((style) => slug === undefined || style.slug === slug);
    const shown = await em.find(
      Example,
      { ...this.released(), places: { $contains: [place] }, styleId: { $in: styles.map(({ id }) => id) } },
      { orderBy: [{ shownAt: 'desc' }, { id: 'asc' }], limit: MOST },
    );
    const pictures = await em.find(
      ExamplePicture,
      { exampleId: { $in: shown.map(({ id }) => id) }, readyAt: { $ne: null } },
      { orderBy: { position: 'asc' } },
    );
    return shown.flatMap((example) => {
      const own = pictures.filter(({ exampleId }) => exampleId === example.id);
      const portraits = own.filter(({ kind }) => kind === 'portrait').map(view);
      const before = own.find(({ kind }) => kind === 'before');
      const style = styles.find(({ id }) => id === example.styleId)!;
      if (portraits.length === 0) return [];
      return {
        id: example.id,
        alias: example.alias,
        style: { slug: style.slug, displayName: style.displayName },
        before: before ? view(before) : null,
        portraits,
      };
    });
  }

  /** @throws AppError `not_found` unless its example is released now */
  async open(exampleId: string, pictureId: string, width: string): Promise<StoredObject> {
    const em = this.em.fork();
    const size = facts.examples.widths.find((one) => String(one) === width);
    const example = size ? await em.findOne(Example, { id: exampleId, ...this.released() }) : null;
    const picture = example ? await em.findOne(ExamplePicture, { id: pictureId, exampleId }) : null;
    const object = picture ? await this.storage.open(pictureKey(exampleId, pictureId, size!)) : null;
    if (!object) throw new AppError('not_found');
    return object;
  }

  private released() {
    const now = this.clock.now();
    return { status: 'shown', releasedAt: { $lte: now }, endsAt: { $gt: now } } as const;
  }
}

function view({ id, exampleId, width, height }: ExamplePicture): z.infer<typeof PublishedPicture> {
  const shown = Math.min(width, LARGE);
  return {
    url: path(exampleId, id, SMALL),
    largeUrl: path(exampleId, id, LARGE),
    width: shown,
    height: Math.round((height * shown) / width),
  };
}
