import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AccountDataPart, type Counts, type ExportPart } from '../identity/index.js';
import { FavouriteStyle } from './favourite-style.entity.js';
import { StylesService } from './styles.service.js';

/** Which styles somebody likes best. */
@Injectable()
export class StylesAccountData extends AccountDataPart {
  readonly name = 'styles';
  readonly explains = [
    { path: 'lieblingsstyles.json', text: 'Die Styles, die Sie als Favoriten markiert haben, und seit wann.' },
  ];

  constructor(
    private readonly em: EntityManager,
    private readonly styles: StylesService,
  ) {
    super();
  }

  async *export(userId: string): AsyncIterable<ExportPart> {
    const favourites = await this.em.fork().find(FavouriteStyle, { userId }, { orderBy: { createdAt: 'asc' } });
    const names = new Map(
      (await this.styles.byIds(favourites.map(({ styleId }) => styleId))).map(({ id, displayName }) => [
        id,
        displayName,
      ]),
    );
    yield {
      path: 'lieblingsstyles.json',
      json: favourites.map(({ styleId, createdAt }) => ({ style: names.get(styleId) ?? null, since: createdAt })),
    };
  }

  async erase(em: EntityManager, userId: string): Promise<Counts> {
    await em.nativeDelete(FavouriteStyle, { userId });
    return {};
  }
}
