import { useEffect } from 'react';
import { api, type Schemas } from '~/lib/api';
import { useLive } from '~/lib/live';
import { atom, store, useAtomValue } from '~/lib/state';

type PlannedRun = Schemas['PlannedRun'];

/** What is known to start with the end of each training, by the profile's id: a screen shows at once what another has loaded. */
const plannedAtom = atom<ReadonlyMap<string, PlannedRun>>(new Map());

const NONE: PlannedRun = { status: 'none', style: null, retouch: null, reason: null, generationId: null };

function note(profileId: string, planned: PlannedRun): PlannedRun {
  store.set(plannedAtom, (before) => new Map(before).set(profileId, planned));
  return planned;
}

/** Asks the server. @throws BildnisError */
export const loadPlannedRun = async (id: string): Promise<PlannedRun> =>
  note(id, await api.getPlannedRun({ path: { id } }));

/** Has a run start with the end of the training, in place of one planned before. @throws BildnisError */
export const planRun = async (id: string, body: Schemas['PlanRunBody']): Promise<PlannedRun> =>
  note(id, await api.planRun({ path: { id }, body }));

/** Takes it back before it starts. @throws BildnisError */
export async function cancelPlannedRun(id: string): Promise<void> {
  await api.cancelPlannedRun({ path: { id } });
  note(id, NONE);
}

/** What starts with the end of this profile's training; null until it is known, and where there is no such profile. */
export function usePlannedRun(profileId: string | null): PlannedRun | null {
  const planned = useAtomValue(plannedAtom);
  // What cannot be asked for is not there: the style can be chosen all the same.
  useEffect(() => {
    if (profileId) void loadPlannedRun(profileId).catch(() => null);
  }, [profileId]);
  useLive('planned_run.changed', (changed) => {
    if (changed.profileId === profileId) void loadPlannedRun(profileId).catch(() => null);
  });
  return (profileId && planned.get(profileId)) || null;
}
