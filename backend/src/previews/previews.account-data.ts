import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AccountDataPart, type ExportPart } from '../identity/index.js';
import { ObjectStorage } from '../integrations/storage/index.js';
import { previewKey } from './preview-keys.js';
import { PreviewSet } from './preview-set.entity.js';

/** Free previews. They are erased with the profiles they show. */
@Injectable()
export class PreviewsAccountData extends AccountDataPart {
  readonly name = 'previews';
  readonly explains = [
    {
      path: 'profil-vorschauen/*',
      text: 'Die kleinen Vorschauen Ihrer angefangenen Profile; der Name der Datei beginnt mit der Kennung des Profils.',
    },
  ];

  constructor(
    private readonly em: EntityManager,
    private readonly storage: ObjectStorage,
  ) {
    super();
  }

  async *export(userId: string): AsyncIterable<ExportPart> {
    const sets = await this.em.fork().find(PreviewSet, { userId }, { orderBy: { createdAt: 'asc' } });
    for (const { profileId, pictures } of sets)
      for (const picture of pictures)
        yield {
          path: `profil-vorschauen/${profileId}-${picture.styleId}.webp`,
          open: () => this.storage.open(previewKey(profileId, picture)),
        };
  }
}
