import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { ComparedPicture } from '../generations/index.js';
import { Clock, HOUR } from '../platform/clock/index.js';
import { Sealing } from '../platform/sealing/index.js';

const PURPOSE = 'misuse-picture';
const OWNER = 'misuse-report';
const LIFETIME_MS = HOUR;
/** Longer than any finding, in bytes: its length tells nothing of what was found. */
const SEALED_BYTES = 600;

const Finding = z.object({
  isMarked: z.boolean(),
  runs: z.array(z.object({ generationId: z.uuid(), userId: z.uuid() })),
  until: z.number(),
});
export type Finding = Pick<z.infer<typeof Finding>, 'isMarked' | 'runs'>;

/** Carries what was found about a picture from its comparison to the report, through the reporter's hands, who can neither read nor change it. Nothing is stored for a report that is never sent. */
@Injectable()
export class PictureEvidence {
  constructor(
    private readonly sealing: Sealing,
    private readonly clock: Clock,
  ) {}

  seal({ isMarked, runs }: ComparedPicture): string {
    const finding: z.infer<typeof Finding> = { isMarked, runs, until: this.clock.now().getTime() + LIFETIME_MS };
    return this.sealing.seal(PURPOSE, Buffer.from(JSON.stringify(finding).padEnd(SEALED_BYTES)), OWNER);
  }

  /** @returns null when it is not ours or too old. */
  open(evidence: string): Finding | null {
    const opened = this.sealing.openUntrusted(PURPOSE, evidence, OWNER);
    if (!opened) return null;
    const finding = Finding.parse(JSON.parse(Buffer.from(opened).toString()));
    return finding.until > this.clock.now().getTime() ? finding : null;
  }
}
