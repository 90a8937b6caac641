import { api, settle, type Loaded, type Schemas } from '~/lib/api';

export type OwnExample = Schemas['OwnExample'];
export type OwnExamples = Loaded<Schemas['OwnExamples']>;

export const loadOwnExamples = (): Promise<OwnExamples> => settle(api.listOwnExamples());

/** Whether it is shown, or waits to be. */
export const isOpen = ({ status }: OwnExample): boolean => status !== 'ended';

/** The release of portraits of this run that is not over. */
export const releaseOf = (own: OwnExamples | undefined, generationId: string): OwnExample | undefined =>
  own?.ok ? own.value.items.find((one) => one.generationId === generationId && isOpen(one)) : undefined;
