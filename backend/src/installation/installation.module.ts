import { Module } from '@nestjs/common';
import { FirstMode } from './first-mode.js';
import { HealthDetailController } from './health-detail.controller.js';
import { InstallationChecks } from './installation-checks.service.js';
import { InstallationMetrics } from './installation-metrics.js';

@Module({ providers: [FirstMode, InstallationChecks], controllers: [HealthDetailController] })
export class InstallationApiModule {}

@Module({ providers: [FirstMode, InstallationChecks, InstallationMetrics] })
export class InstallationWorkerModule {}
