import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../../platform/http/index.js';
import { PlanList } from './plans.schemas.js';
import { viewPlan } from './plans.views.js';
import { PlansService } from './plans.service.js';

@ApiTags('billing')
@Controller('plans')
export class PlansController {
  constructor(private readonly plans: PlansService) {}

  @Get()
  @Operation({
    summary: 'Plans on sale',
    description: 'With what a month of each brings.',
    access: 'public',
    response: PlanList,
  })
  async listPlans() {
    return { items: (await this.plans.list()).map(viewPlan) };
  }
}
