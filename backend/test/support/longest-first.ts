import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take half a minute and more. */
const LONG = [
  'properties/billing',
  'integration/hosted-engine',
  'abuse/photos',
  'integration/photos',
  'integration/blocking',
  'agreement',
  'scenes',
  'matte',
  'photo-inspection',
  'portrait-runs',
  'training',
  // Not beside the former, which trains with the drawn person for both.
  'portrait-quality',
  'faults/silence',
  'faults/servers-stand-still',
  'drill/deadly-jobs',
  'drill/clocks',
  'drill/worker-killed',
  'drill/crooked-engine',
  'drill/portraits-command',
  'drill/hosted-engine',
  'drill/outages-amid-work',
  'drill/one-command',
];

/** Where `file` stands among the long ones, or behind them. */
function placeOf(file: string): number {
  const place = LONG.findIndex((name) => file.endsWith(`/test/${name}.test.ts`));
  return place < 0 ? LONG.length : place;
}

/**
 * Begins with the longest files, so that at the end no worker waits for another one's. Vitest itself goes by the name of the project, then by the
 * size of the file where nothing has been run before: the longest of all would be nearly the last.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const groupOf = (file: TestSpecification): number => file.project.config.sequence.groupOrder;
    return (await super.sort(files)).toSorted(
      (a, b) => groupOf(a) - groupOf(b) || placeOf(a.moduleId) - placeOf(b.moduleId),
    );
  }
}
