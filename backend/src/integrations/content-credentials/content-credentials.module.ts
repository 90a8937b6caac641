import { Global, Logger, Module } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/index.js';
import { C2paCredentials } from './c2pa.js';
import { ContentCredentials, WithoutCredentials } from './port.js';

/** The worker's signature under finished pictures. */
@Global()
@Module({
  providers: [
    {
      provide: ContentCredentials,
      inject: [CONFIG],
      useFactory: async ({ credentials }: Config): Promise<ContentCredentials> => {
        if (!credentials) return new WithoutCredentials();
        const loaded = await C2paCredentials.load(credentials);
        if (!loaded)
          new Logger('credentials').warn(
            `${credentials.library} is not installed: portraits carry their mark in XMP only`,
          );
        return loaded ?? new WithoutCredentials();
      },
    },
  ],
  exports: [ContentCredentials],
})
export class ContentCredentialsModule {}
