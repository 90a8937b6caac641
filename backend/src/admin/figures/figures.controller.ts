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
  @Operation({ summary: 'How the product stands', access: 'admin', response: AdminStats })
  getStats() {
    return this.figures.stats();
  }

  @Get('chart')
  @Operation({ summary: 'New users, revenue and runs by day', access: 'admin', response: AdminChart })
  getChart(@Query({ schema: ChartQuery }) { days }: ChartQuery) {
    return this.figures.chart(days);
  }

  @Get('engine')
  @Operation({ summary: 'Health and cost of the portrait engine', access: 'admin', response: AdminEngine })
  getEngine() {
    return this.figures.engine();
  }
}
