import { Module, type DynamicModule, StandardSchemaSerializerInterceptor } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE, Reflector } from '@nestjs/core';
import { IdentityModule } from '../identity/index.js';
import { SignInModule } from '../sign-in/index.js';
import { PrivacyModule } from '../privacy/index.js';
import { CatalogueModule } from '../catalogue/index.js';
import { PaymentsModule } from '../payments/index.js';
import { ContractsModule } from '../contracts/index.js';
import { AnnouncementsApiModule } from '../announcements/index.js';
import { AdminModule } from '../admin/index.js';
import { AiProfilesApiModule } from '../ai-profiles/index.js';
import type { Config } from '../config/index.js';
import { CreditsModule } from '../credits/index.js';
import { EngineRunsApiModule } from '../engine-runs/index.js';
import { GenerationsApiModule } from '../generations/index.js';
import { ExamplesApiModule } from '../examples/index.js';
import { InstallationApiModule } from '../installation/index.js';
import { JudgementsApiModule } from '../judgements/index.js';
import { MisuseApiModule } from '../misuse/index.js';
import { NotificationsModule } from '../notifications/index.js';
import { PartnersApiModule } from '../partners/index.js';
import { AccessGuard, DeprecationGuard, ProblemFilter, validationPipe } from '../platform/http/index.js';
import { LiveGateway, SocketPlaces } from '../platform/live/index.js';
import { PublishedLinksApiModule } from '../published-links/index.js';
import { PreviewsApiModule } from '../previews/index.js';
import { RetentionModule } from '../retention/index.js';
import { SiteModule } from '../site/index.js';
import { TelemetryModule } from '../platform/telemetry/index.js';
import { StylesModule } from '../styles/index.js';
import { coreModules } from './core-modules.js';
import { HealthController } from './health.controller.js';
import { IdleConnections } from './idle-connections.js';
import { ServiceController } from './service.controller.js';

@Module({})
export class ApiModule {
  static with(config: Config, connect = true): DynamicModule {
    return {
      module: ApiModule,
      imports: [
        ...coreModules(config, 'api', { connect }),
        TelemetryModule.as('api'),
        IdentityModule,
        SignInModule,
        PrivacyModule,
        CreditsModule,
        CatalogueModule,
        PaymentsModule,
        ContractsModule,
        AnnouncementsApiModule,
        StylesModule,
        EngineRunsApiModule,
        AiProfilesApiModule,
        PreviewsApiModule,
        GenerationsApiModule,
        ExamplesApiModule,
        JudgementsApiModule,
        PublishedLinksApiModule,
        MisuseApiModule,
        NotificationsModule,
        SiteModule,
        AdminModule,
        RetentionModule,
        PartnersApiModule,
        InstallationApiModule,
      ],
      controllers: [HealthController, ServiceController],
      providers: [
        LiveGateway,
        SocketPlaces,
        IdleConnections,
        { provide: APP_GUARD, useClass: DeprecationGuard },
        { provide: APP_GUARD, useClass: AccessGuard },
        { provide: APP_FILTER, useClass: ProblemFilter },
        { provide: APP_PIPE, useFactory: validationPipe },
        {
          provide: APP_INTERCEPTOR,
          useFactory: (reflector: Reflector) => new StandardSchemaSerializerInterceptor(reflector),
          inject: [Reflector],
        },
      ],
    };
  }
}
