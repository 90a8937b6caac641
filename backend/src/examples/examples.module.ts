import { Module } from '@nestjs/common';
import { CreditsModule } from '../credits/index.js';
import { GenerationsModule } from '../generations/index.js';
import { IdentityModule } from '../identity/index.js';
import { PhotoInspectorModule } from '../integrations/portrait-engine/photo-inspector.module.js';
import { PrivacyModule } from '../privacy/index.js';
import { StylesModule } from '../styles/index.js';
import { ExampleEndings } from './example-endings.service.js';
import { ExampleOffersController } from './example-offers.controller.js';
import { ExampleOffers } from './example-offers.service.js';
import { ExamplePictures } from './example-pictures.service.js';
import { ExampleRegister } from './example-register.service.js';
import { ExamplesAccountData } from './examples.account-data.js';
import { ExamplesController } from './examples.controller.js';
import { PublishedExamples } from './published-examples.service.js';

@Module({
  imports: [IdentityModule, PrivacyModule, GenerationsModule],
  providers: [ExampleEndings, ExamplesAccountData],
  exports: [ExampleEndings],
})
export class ExamplesModule {}

@Module({
  imports: [ExamplesModule, PrivacyModule, CreditsModule, GenerationsModule, StylesModule, PhotoInspectorModule],
  controllers: [ExamplesController, ExampleOffersController],
  providers: [ExamplePictures, ExampleRegister, ExampleOffers, PublishedExamples],
  exports: [ExamplePictures, ExampleRegister],
})
export class ExamplesApiModule {}
