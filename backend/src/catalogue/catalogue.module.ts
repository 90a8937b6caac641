import { Module } from '@nestjs/common';
import { PacksService } from './packs/packs.service.js';
import { PlansController } from './plans/plans.controller.js';
import { PlansService } from './plans/plans.service.js';

@Module({
  controllers: [PlansController],
  providers: [PlansService, PacksService],
  exports: [PlansService, PacksService],
})
export class CatalogueModule {}
