import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../../platform/http/index.js';
import { AdminOperations } from './operations.schemas.js';
import { OperationsService } from './operations.service.js';

@ApiTags('admin')
@Controller('admin/operations')
export class OperationsController {
  constructor(private readonly operations: OperationsService) {}

  @Get()
  @Operation({ summary: 'How the installation runs', access: 'admin', response: AdminOperations })
  getOperations() {
    return this.operations.read();
  }
}
