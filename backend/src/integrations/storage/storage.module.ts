import { Global, Module } from '@nestjs/common';
import { CONFIG } from '../../config/index.js';
import { createStorage } from './create-storage.js';
import { ObjectStorage } from './port.js';

@Global()
@Module({
  providers: [{ provide: ObjectStorage, inject: [CONFIG], useFactory: createStorage }],
  exports: [ObjectStorage],
})
export class StorageModule {}
