const FORBIDDEN = /[\\/:*?"<>|=]/gu;
/** Everything unseen but the joiner that emoji are made of. */
const UNSEEN = /(?!\u200D)\p{C}/gu;
/** What begins a hidden file or, pasted into a spreadsheet, a formula; and what Windows drops from an end. */
const BAD_START = /^[\s.+\-@\u200D]+/u;
const BAD_END = /[\s.\u200D]+$/u;
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const MAX_LENGTH = 60;

/** A name for a file or folder made from what a person wrote: never empty, harmless on every system. */
export function harmlessName(text: string, fallback: string): string {
  const plain = text.normalize('NFC').replace(UNSEEN, '').replace(FORBIDDEN, '-').replace(BAD_START, '');
  const short = Array.from(plain).slice(0, MAX_LENGTH).join('').replace(BAD_END, '');
  if (short === '') return fallback;
  return DEVICE.test(short) ? `_${short}` : short;
}

/** Keeps names apart that differ in nothing, or in case only. */
export class UniqueNames {
  private readonly taken = new Set<string>();

  /** The name itself, or with a number before its ending. */
  take(name: string): string {
    const [, stem = name, ending = ''] = /^(.+?)(\.\w{1,5})?$/su.exec(name) ?? [];
    for (let number = 1; ; number++) {
      const candidate = number === 1 ? name : `${stem} (${number})${ending}`;
      const key = candidate.toLowerCase();
      if (this.taken.has(key)) continue;
      this.taken.add(key);
      return candidate;
    }
  }
}
