import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/index.js';
import { FavouriteStylesController } from './favourite-styles.controller.js';
import { FavouriteStylesService } from './favourite-styles.service.js';
import { StylesAccountData } from './styles.account-data.js';
import { StylesController } from './styles.controller.js';
import { StylesService } from './styles.service.js';

@Module({
  imports: [IdentityModule],
  controllers: [StylesController, FavouriteStylesController],
  providers: [StylesService, FavouriteStylesService, StylesAccountData],
  exports: [StylesService],
})
export class StylesModule {}
