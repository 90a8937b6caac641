import type { Style } from './site-data';

/** The key of a style's scene: its picture is named by it, which stays whatever admins call the style. Empty without a picture. */
export const sceneOf = ({ previewUrl }: Style): string => /\/([\w-]+)-640\.\w+$/.exec(previewUrl ?? '')?.[1] ?? '';

/** Where somebody starts with a style: by way of an account, or at once where there is one. */
export const startAt = (slug: string): string =>
  `/auth?mode=register&redirect=${encodeURIComponent(`/app/styles/${slug}`)}`;
