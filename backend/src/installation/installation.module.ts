import { Module } from '@nestjs/common';
import { FirstMode } from './first-mode.js';

@Module({ providers: [FirstMode] })
export class InstallationModule {}
