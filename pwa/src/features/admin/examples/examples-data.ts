import { api, settle, type Schemas } from '~/lib/api';

export type AdminExample = Schemas['AdminExample'];

/** The register, and the styles its entries are of. */
export const loadExamples = async () => {
  const [register, styles] = await Promise.all([
    settle(api.listAllExamples()),
    settle(api.listAllStyles().then(({ items }) => items)),
  ]);
  return { register, styles };
};
export type ExamplesPage = Awaited<ReturnType<typeof loadExamples>>;
