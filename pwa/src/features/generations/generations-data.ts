import { facts } from '~/lib/facts';
import { api, settle, type Loaded, type Schemas } from '~/lib/api';

export type Generation = Schemas['Generation'];
export type Portrait = Schemas['Portrait'];

/** One run with its portraits. */
export const loadGeneration = (id: string): Promise<Loaded<Generation>> => settle(api.getGeneration({ path: { id } }));

/** The latest runs for the dashboard. */
export const loadRecentGenerations = (): Promise<Loaded<Generation[]>> =>
  settle(api.listGenerations({ query: { limit: facts.dashboard.recentGenerations } }).then(({ items }) => items));

export type GenerationPage = Schemas['GenerationPage'];

/** All runs, newest first, as far as the first page goes. */
export const loadGenerations = (): Promise<Loaded<GenerationPage>> => settle(api.listGenerations({ query: {} }));

/** Whether a run is still to come or under way. */
export const isUnfinished = ({ status }: Generation): boolean => status === 'queued' || status === 'processing';

/** Favourites of all runs, those of the latest first. */
export const loadFavourites = (): Promise<Loaded<Portrait[]>> =>
  settle(api.listFavourites().then(({ items }) => items));
