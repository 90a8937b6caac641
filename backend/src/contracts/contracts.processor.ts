import { Injectable, type OnModuleInit } from '@nestjs/common';
import { JobRunner } from '../platform/queue/index.js';
import { DeclarationDue } from './contracts.events.js';
import { DeclarationEffectsService } from './declarations/declaration-effects.service.js';

/** The topics of contracts. Bull's queue `billing` has its one processor in payments; it runs whatever is registered. */
@Injectable()
export class ContractsProcessor implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly declarations: DeclarationEffectsService,
  ) {}

  onModuleInit(): void {
    this.runner.register({
      topic: DeclarationDue,
      run: (payload) => this.declarations.carryOut(payload),
      onFailed: (payload, _error, em) => this.declarations.hand(payload, em),
    });
  }
}
