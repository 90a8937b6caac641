import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { badDrawings, drawnPhoto } from '../../test/support/drawn-faces.js';
import { PORTRAIT_FIGURES } from '../quality/figures.js';
import { readRun } from '../quality/run-report.js';
import { isWhole } from './whole.js';

const tool = fileURLToPath(new URL('../dist/quality/judge-people.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'quality-tool-'));
afterAll(() => rmSync(folder, { recursive: true }));

const judge = (...args: string[]): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [tool, ...args], (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    );
  });

describe('the tool that judges people', () => {
  const [people, out] = [join(folder, 'people'), join(folder, 'out')];
  mkdirSync(people);

  it.runIf(isWhole)(
    'measures a drawn person, says of another why there is nothing, and compares a second run with the first',
    async () => {
      writeFileSync(join(people, 'anna.jpg'), await drawnPhoto());
      writeFileSync(join(people, 'blurred.jpg'), (await badDrawings()).find(({ name }) => name === 'blurred')!.bytes);
      const settings = ['--people', people, '--out', out, '--styles', 'linkedin', '--large'];
      const first = await judge(...settings);
      expect(first.output).toMatch(/anna: 1 Porträts/);
      expect(first.output).toMatch(/blurred: abgelehnt \(blurred\)/);
      const run = await readRun(join(out, 'figures.json'));
      const [anna, blurred] = run.persons;
      const [portrait] = anna!.portraits;
      expect(Object.keys(portrait!.figures).toSorted()).toEqual(Object.keys(PORTRAIT_FIGURES).toSorted());
      expect(Object.values(portrait!.figures)).not.toContain(null);
      expect(portrait).toMatchObject({ style: 'linkedin', photo: 'anna.jpg', figures: { faces: 1, hairCut: 0 } });
      expect(portrait!.figures.colourShift).toBeLessThan(4);
      expect(portrait!.figures.likeness).toBeGreaterThan(0.85);
      expect(anna!.figures.peakBytes).toBeGreaterThan(1e8);
      expect(blurred).toMatchObject({ outcome: 'refused', portraits: [], photos: [{ refused: 'blurred' }] });
      expect(first.code).toBe(/Alle Grenzen halten/.test(first.output) ? 0 : 1);
      for (const file of ['index.html', portrait!.picture, 'backgrounds/linkedin.jpg', anna!.photos[0]!.picture!])
        expect(existsSync(join(out, file)), file).toBe(true);
      expect((await sharp(join(out, portrait!.picture)).metadata()).width).toBe(1024);
      const second = await judge(...settings);
      expect(second.code).toBe(first.code);
      expect(existsSync(join(out, 'before', portrait!.picture))).toBe(true);
      expect((await readRun(join(out, 'before', 'figures.json'))).begun).toBe(run.begun);
      expect(existsSync(join(out, 'unfinished'))).toBe(false);
    },
  );

  it('touches no folder with other things in it, and says so', async () => {
    const foreign = join(folder, 'foreign');
    mkdirSync(foreign);
    writeFileSync(join(people, 'anna.jpg'), await drawnPhoto());
    writeFileSync(join(foreign, 'notes.txt'), 'keep');
    const refused = await judge('--people', people, '--out', foreign);
    expect(refused).toMatchObject({ code: 1, output: expect.stringMatching(/nicht leer/) as string });
    expect(existsSync(join(foreign, 'notes.txt'))).toBe(true);
  });
});
