/** The repository's top folder. */
export const root: string;
/** Throws one clear line when less than `megabytes` are free where `folder` lies. */
export function requireSpace(folder: string, megabytes: number): void;
