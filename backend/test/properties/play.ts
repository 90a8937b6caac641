import { setTimeout as pause } from 'node:timers/promises';
import type { Step } from './acts.js';
import { Person } from './person.js';
import { Timeline } from './timeline.js';
import { World } from './world.js';

/** More than a day, so that what is to happen within one has happened, and everybody is due for the night. */
const AFTERWARDS_HOURS = 25;

/**
 * Plays each sequence with a person of its own, all at the same time in one product, lets everything settle, and looks at what
 * it came to. Whether somebody synchronises at the end or leaves it to the night (`byNight`), it must come to the same.
 * @returns for each sequence what was wrong
 */
export async function play(sequences: (Step | null)[][], byNight: (index: number) => boolean): Promise<string[][]> {
  const world = await World.open();
  try {
    const timeline = new Timeline(sequences.length, (hours) => world.passTime(hours));
    const people = await Promise.all(sequences.map(() => Person.join(world, timeline)));
    const faults = await Promise.all(
      people.map((person, index) =>
        person
          .play(sequences[index]!)
          .then(() => [], asFault)
          .finally(() => timeline.leave()),
      ),
    );
    await comeToRest(
      world,
      timeline,
      people,
      people.filter((_, index) => !byNight(index)),
    );
    const violations = await world.violations();
    const about = await Promise.all(people.map((person) => person.faults().catch(asFault)));
    return people.map((person, index) => [
      ...faults[index]!,
      ...about[index]!,
      ...violations.filter((line) => line.includes(person.id) || !people.some(({ id }) => line.includes(id))),
    ]);
  } finally {
    await world.close();
  }
}

async function comeToRest(world: World, timeline: Timeline, people: Person[], diligent: Person[]): Promise<void> {
  for (const person of people) world.saboteur.disarm(person.id);
  await world.settle();
  await timeline.pass(AFTERWARDS_HOURS);
  await pause(50);
  await world.settle();
  await Promise.all(diligent.map((person) => person.synchronise()));
  await world.reconcile();
  await world.settle();
}

const asFault = (error: unknown): string[] => [error instanceof Error ? error.message : String(error)];
