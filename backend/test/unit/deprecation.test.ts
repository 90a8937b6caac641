import 'reflect-metadata';
import { Controller, Get, type INestApplication } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { Test } from '@nestjs/testing';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeForPartners } from '../../src/app/partner-description.js';
import { AppError } from '../../src/platform/errors/index.js';
import { DeprecationGuard, Operation, ProblemFilter } from '../../src/platform/http/index.js';

const deprecated = { since: '2026-12-01', sunset: '2027-12-01', instead: '`getNew`' };

@Controller('planted')
class PlantedController {
  @Get('old')
  @Operation({ summary: 'What goes away', description: 'More about it.', access: 'public', deprecated })
  getOld(): void {}

  @Get('failing')
  @Operation({ summary: 'What goes away and fails', access: 'public', deprecated })
  getFailing(): void {
    throw new AppError('not_found');
  }

  @Get('new')
  @Operation({ summary: 'What stays', access: 'public' })
  getNew(): void {}
}

let app: INestApplication;
beforeAll(async () => {
  const module = await Test.createTestingModule({
    controllers: [PlantedController],
    providers: [
      { provide: APP_GUARD, useClass: DeprecationGuard },
      { provide: APP_FILTER, useClass: ProblemFilter },
    ],
  }).compile();
  app = await module.createNestApplication().init();
});
afterAll(() => app.close());

const get = (path: string) => request(app.getHttpServer()).get(`/planted/${path}`);

test.each(['old', 'failing'])(
  '«%s» says since when it is going and until when it stays, whatever it answers',
  async (path) => {
    const { headers } = await get(path);
    expect(headers['deprecation']).toBe(`@${Date.UTC(2026, 11, 1) / 1000}`);
    expect(headers['sunset']).toBe('Wed, 01 Dec 2027 00:00:00 GMT');
    expect(headers['link']).toContain('rel="deprecation"');
  },
);

test('what stays says nothing', async () => {
  const { headers } = await get('new');
  expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['deprecation']));
  expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['sunset']));
});

test('the description says it too', () => {
  const { paths } = SwaggerModule.createDocument(app, new DocumentBuilder().build());
  expect(paths['/planted/old']!.get).toMatchObject({
    deprecated: true,
    description:
      'Deprecated since 2026-12-01; stays until 2027-12-01 at least. Use instead: `getNew`.\n\nMore about it.',
    'x-deprecated-since': '2026-12-01',
    'x-sunset': '2027-12-01',
  });
  expect(paths['/planted/new']!.get).not.toHaveProperty('deprecated');
});

test.each(['2027-11-30', '2026-12-02', 'soon'])('nothing is announced to end on %s, sooner than promised', (sunset) => {
  const document = SwaggerModule.createDocument(app, new DocumentBuilder().build());
  const operation = document.paths['/planted/old']!.get!;
  expect(() => describeForPartners(document)).not.toThrow();
  Object.assign(operation, { 'x-sunset': sunset });
  expect(() => describeForPartners(document)).toThrow(/stays until 2027-12-01 at least/);
});
