import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../../platform/http/index.js';
import { AdminChart, AdminEngine, AdminStats, ChartQuery } from './figures.schemas.js';
import { FiguresService } from './figures.service.js';

@ApiTags('admin')
@Controller('admin')
export class FiguresController {
  constructor(private readonly figures: FiguresService) {}

  @Get('stats')
  @Operation({
    summary: 'How the product stands',
    description:
      'Counted anew at each call, money in Rappen. `totalRevenueRappen` is of credit packs alone; plans are in the monthly figure.',
    access: 'admin',
    response: AdminStats,
  })
  getStats() {
    return this.figures.stats();
  }

  @Get('chart')
  @Operation({
    summary: 'New users, revenue and runs by day',
    description:
      'One entry a day in Zurich, today last. Revenue is in Rappen: what was paid on that day, less what of it was refunded or charged back since. ' +
      'Users who have left count; runs whose credits came back do not.',
    access: 'admin',
    response: AdminChart,
  })
  getChart(@Query({ schema: ChartQuery }) { days }: ChartQuery) {
    return this.figures.chart(days);
  }

  @Get('engine')
  @Operation({
    summary: 'Health and cost of the portrait engine',
    description:
      'Trainings and runs that ended within 7 days and still exist, runs at the provider of a hosted engine within 30 days, ' +
      'and why runs were repeated free, ever.',
    access: 'admin',
    response: AdminEngine,
  })
  getEngine() {
    return this.figures.engine();
  }
}
