import { Global, Module } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/index.js';
import { DiskStorage } from './disk.js';
import { ObjectStorage } from './port.js';

@Global()
@Module({
  providers: [
    {
      provide: ObjectStorage,
      inject: [CONFIG],
      useFactory: async ({ storage }: Config): Promise<ObjectStorage> => {
        if (storage.kind === 'disk') return new DiskStorage(storage.dir);
        const { S3Storage } = await import('./s3.js'); // its SDK is large; loaded only where it is used
        const s3 = new S3Storage(storage);
        await s3.prepare();
        return s3;
      },
    },
  ],
  exports: [ObjectStorage],
})
export class StorageModule {}
