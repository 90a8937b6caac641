import { Module } from '@nestjs/common';
import { CatalogueModule } from '../catalogue/index.js';
import { StylesModule } from '../styles/index.js';
import { CookieChoicesController } from './cookie-choices/cookie-choices.controller.js';
import { CookieChoicesService } from './cookie-choices/cookie-choices.service.js';
import { SiteController } from './site.controller.js';
import { SiteService } from './site.service.js';

@Module({
  imports: [CatalogueModule, StylesModule],
  controllers: [SiteController, CookieChoicesController],
  providers: [SiteService, CookieChoicesService],
  exports: [SiteService],
})
export class SiteModule {}
