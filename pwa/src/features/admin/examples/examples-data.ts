import type { Schemas } from '~/lib/api';

export type AdminExample = Schemas['AdminExample'];
