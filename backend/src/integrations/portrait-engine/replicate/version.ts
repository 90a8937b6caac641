import type { Model } from './client.js';

/** A trained version, and the model it is one of: that may not be the one that is configured by now. */
export interface Version {
  model: Model;
  id: string;
}

/** @param text `owner/name:id`, or the id alone @param otherwise the model of an id alone */
export function readVersion(text: string, otherwise: Model): Version {
  const [, owner, name, id] = /^([^/:]+)\/([^/:]+):(.+)$/.exec(text) ?? [];
  return owner && name && id ? { model: { owner, name }, id } : { model: otherwise, id: text };
}

export const writeVersion = ({ model, id }: Version): string => `${model.owner}/${model.name}:${id}`;
