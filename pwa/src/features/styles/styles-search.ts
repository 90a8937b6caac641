import type { Schemas } from '~/lib/api';

type Category = Schemas['Style']['category'];

const CATEGORIES: Record<Category, true> = { studio: true, city: true, office: true, outdoor: true, creative: true };

const isCategory = (value: unknown): value is Category => typeof value === 'string' && Object.hasOwn(CATEGORIES, value);

/** Which category of styles the address asks for; none where it is not one. */
export const readStylesSearch = ({ category }: Record<string, unknown>): { category?: Category } => ({
  category: isCategory(category) ? category : undefined,
});
