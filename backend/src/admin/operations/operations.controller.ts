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
  @Operation({
    summary: 'How the installation runs',
    description:
      'Of the last 24 hours, money in Rappen; the backup is the newest of all. ' +
      'Services and connections are those of the process that answers.',
    access: 'admin',
    response: AdminOperations,
  })
  getOperations() {
    return this.operations.read();
  }
}
