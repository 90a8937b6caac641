import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../platform/http/index.js';
import { HealthDetail } from './health-detail.schemas.js';
import { InstallationChecks } from './installation-checks.service.js';

@ApiTags('admin')
@Controller('health')
export class HealthDetailController {
  constructor(private readonly checks: InstallationChecks) {}

  @Get('detail')
  @Operation({
    summary: 'What checks of every part of the installation find',
    description:
      'Looking takes up to half a minute, and what was found is told for a minute. Texts are in German, for the operator.',
    access: 'admin',
    response: HealthDetail,
  })
  async getHealthDetail() {
    const { at, found } = await this.checks.read();
    return { checkedAt: at.toISOString(), findings: found.map(({ check, state, text }) => ({ check, state, text })) };
  }
}
