import type { UploadPace } from './upload-pace.js';

/** One upload as far as its room is concerned. Sizes in bytes. */
export interface Place {
  /** Counts up: who came later has more. */
  readonly turn: number;
  /** Whose least rate and whose number of uploads it counts towards; of strangers, each upload stands for itself. */
  readonly owner: string | symbol;
  /** Where it comes from: owners share what their address may have. */
  readonly address: string;
  /** Most bytes it can have. */
  readonly maxBytes: number;
  readonly pace: UploadPace;
  /** Room it has: what has arrived and the next piece. */
  held: number;
  arrived: number;
  /** `waiting`: not begun; `reading`; `asking`: begun, stopped until there is room; `working`: complete, and looked at; `leaving`: ended. */
  status: 'waiting' | 'reading' | 'asking' | 'working' | 'leaving';
  /** Room it asks for besides what it has. */
  asked: number;
}

/** An upload that will need longer than this at its pace is slow. */
const SLOW_MS = 30_000;
/** Before this nobody's pace is known. */
const FIRST_LOOK_MS = 1_000;

/** Milliseconds until an upload is complete, at its pace; 0 while that is not known. */
export function expectedMs({ pace, maxBytes, arrived }: Place): number {
  return pace.measuredMs < FIRST_LOOK_MS ? 0 : ((maxBytes - arrived) * pace.measuredMs) / pace.bytes || 0;
}

/** One look at everybody: who has what, who may have how much, and who can be let on without anybody getting stuck. */
export class RoomView {
  readonly total: number;
  private readonly heldBy = new Map<string, Map<string | symbol, number>>();
  private readonly slow: ReadonlySet<Place>;

  constructor(
    private readonly places: readonly Place[],
    private readonly roomBytes: number,
  ) {
    this.total = places.reduce((sum, { held }) => sum + held, 0);
    for (const { address, owner, held } of places) {
      const owners = this.heldBy.get(address) ?? new Map<string | symbol, number>();
      this.heldBy.set(address, owners.set(owner, (owners.get(owner) ?? 0) + held));
    }
    this.slow = new Set(places.filter((place) => expectedMs(place) > SLOW_MS));
  }

  /** Half of the room is shared out: among the addresses alike, and what an address has among its owners. */
  isWithinShare({ address, owner }: Place, more = 0): boolean {
    const owners = this.heldBy.get(address)!;
    return owners.get(owner)! + more <= this.roomBytes / 2 / this.heldBy.size / owners.size;
  }

  /** Who asks, in the order in which they are served: within their share those with the least, then the oldest, slow ones last. */
  askers(): Place[] {
    const rank = (place: Place): [number, number] => {
      if (this.isWithinShare(place, place.asked)) return [0, this.heldBy.get(place.address)!.get(place.owner)!];
      return [this.slow.has(place) ? 2 : 1, 0];
    };
    const asking = this.places
      .filter(({ status }) => status === 'waiting' || status === 'asking')
      .map((place) => ({ place, rank: rank(place) }));
    return asking
      .toSorted((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1] || a.place.turn - b.place.turn)
      .map(({ place }) => place);
  }

  fits({ asked }: Place): boolean {
    return this.total + asked <= this.roomBytes;
  }

  /**
   * Whether all that are fast can still be completed one after the other once this one has what it asks for (the banker's algorithm).
   * Slow ones that keep to their share keep their room; what slow ones have beyond it can be had back.
   */
  isSafe(asker: Place): boolean {
    let free = this.roomBytes - this.total - asker.asked;
    const needs: { need: number; held: number }[] = [];
    for (const place of this.places) {
      if (place.status === 'working' || place.status === 'leaving') free += place.held;
      else if (this.slow.has(place)) free += place !== asker && !this.isWithinShare(place) ? place.held : 0;
      else if (place === asker || place.status !== 'waiting') {
        const held = place.held + (place === asker ? place.asked : 0);
        needs.push({ need: place.maxBytes - held, held });
      }
    }
    for (const { need, held } of needs.toSorted((a, b) => a.need - b.need)) {
      if (need > free) return false;
      free += held;
    }
    return true;
  }

  /** The slowest of those that are slow and have more than their share; for one of them only who is slower still. */
  slowBeyondShare(asker: Place): Place | undefined {
    const least = this.slow.has(asker) && !this.isWithinShare(asker, asker.asked) ? expectedMs(asker) : 0;
    return this.slowest((place) => place !== asker && this.slow.has(place) && expectedMs(place) > least);
  }

  /** Whether room will come free without anybody being ended. */
  get moves(): boolean {
    return this.places.some(
      (place) =>
        place.status === 'working' ||
        place.status === 'leaving' ||
        (place.status === 'reading' && !this.slow.has(place)),
    );
  }

  /** Who is ended where nobody can go on: never the asker whose turn it is, nor anybody within their share. */
  last(kept: Place): Place | undefined {
    return this.slowest((place) => place !== kept);
  }

  private slowest(among: (place: Place) => boolean): Place | undefined {
    const unfinished = this.places.filter(
      (place) =>
        (place.status === 'reading' || place.status === 'asking') && !this.isWithinShare(place) && among(place),
    );
    return unfinished.toSorted((a, b) => expectedMs(b) - expectedMs(a) || b.turn - a.turn)[0];
  }
}
