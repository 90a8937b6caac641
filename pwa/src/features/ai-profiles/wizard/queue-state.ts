import type { Schemas } from '~/lib/api';
import type { FaceJudge } from '~/lib/device-studio/face-judge';
import type { Entry } from './entries';
import type { SortedFiles } from './files';

export type SetAdvice = Schemas['AiProfile']['setAdvice'][number];

/** What the line of photos needs, and what it tells. */
export interface QueueNeeds {
  userId: string;
  draft: {
    /** The draft's id; creates it where there is none. `key` is the photo that asks. */
    id(key?: string): Promise<string>;
    /** The same, null while there is none. */
    known(): string | null;
    /** Takes over the one another tab has created meanwhile. */
    adopt(): Promise<string | null>;
    /** Whether photos that wait on the device for a draft to come belong to this one. */
    takesOrphans: boolean;
  };
  /** Judges photos before they are sent. */
  judge: Pick<FaceJudge, 'start' | 'judge' | 'advise'>;
  nameOf(number: number): string;
  tellSorted(files: SortedFiles): void;
  tellDropped(names: readonly string[]): void;
  /** Photos that were kept and do not count. */
  tellAside(names: readonly string[]): void;
  tellValidated(count: number): void;
  tellNotRemoved(error: unknown): void;
  /** The server asks for a consent in a newer version: photos wait on the device until it is given. */
  tellConsentOutdated(): void;
}

export interface QueueState {
  entries: readonly Entry[];
  advice: readonly SetAdvice[];
  /** Advice on the photos as this device sees them, before the server has. */
  ahead?: readonly SetAdvice[];
  /** What was taken out last, and can be put back. */
  removed?: Removed | null;
}

export interface Removed {
  name: string;
  file: File;
}

/** How a photo's way ended: rejected by its name, kept, or neither is known. Whether a kept one counts depends on the others, too. */
export type Outcome = { rejected: string } | { kept: string } | null;
