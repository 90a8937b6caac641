import type { Entry } from './entries';

/** The pictures of this device's files: each holds memory until it is let go of. */
export function createPreviews() {
  const addresses = new Set<string>();

  function of(file: File): string {
    const address = URL.createObjectURL(file);
    addresses.add(address);
    return address;
  }

  function renewed(entry: Entry): Entry {
    const file = entry.file ?? entry.original;
    const isOver = file && entry.preview.startsWith('blob:') && !addresses.has(entry.preview);
    return isOver ? { ...entry, preview: of(file) } : entry;
  }

  return {
    of,
    /** With new pictures where the old ones were let go of. */
    renew: (entries: readonly Entry[]): Entry[] => entries.map(renewed),
    revoke() {
      for (const address of addresses) URL.revokeObjectURL(address);
      addresses.clear();
    },
  };
}
