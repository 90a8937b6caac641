import { expect, test } from '@playwright/test';
import { complaintsOf, deleteRun, generate, orderPlan, register, takeHome, uploadAndTrain } from './journey.js';
import { look } from './look.js';

test.use({ serviceWorkers: 'allow', contextOptions: { reducedMotion: 'no-preference' } });

test('from a stranger to eight portraits', async ({ page, context }, info) => {
  test.setTimeout(180_000);
  const complaints = complaintsOf(page);
  await register(page, context);
  await orderPlan(page);
  await uploadAndTrain(page, info.outputDir);
  await generate(page, { lookAt: look });
  await takeHome(page, /^Bearbeitete Fotos: .* Jede Datei trägt diesen Vermerk\./);
  await deleteRun(page);
  expect(complaints).toEqual([]);
});
