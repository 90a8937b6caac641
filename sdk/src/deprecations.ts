/** An operation that is going to end, as its answer says. */
export interface Deprecation {
  /** Its operationId. */
  operation: string;
  /** The day from which it may answer 404. */
  sunset: Date | null;
  /** Where it is explained. */
  link: string | null;
}

/** What is done about it unless the program says otherwise. */
const warn = ({ operation, sunset, link }: Deprecation): void =>
  // oxlint-disable-next-line no-console
  console.warn(
    `Bildnis: ${operation} is deprecated${sunset ? ` and ends on ${sunset.toISOString().slice(0, 10)}` : ''}${link ? `, see ${link}` : ''}`,
  );

/** As much of the headers of an answer as is read, also of `XMLHttpRequest`. */
export interface ReadHeaders {
  get(name: string): string | null;
}

/** Tells of each operation once. */
export function watchDeprecations(tell: (deprecation: Deprecation) => void = warn) {
  const told = new Set<string>();
  return (operation: string, headers: ReadHeaders): void => {
    if (headers.get('deprecation') === null || told.has(operation)) return;
    told.add(operation);
    const sunset = new Date(headers.get('sunset') ?? '');
    const link = /<([^>]+)>[^,]*rel="?deprecation"?/.exec(headers.get('link') ?? '')?.[1];
    const deprecation = { operation, sunset: Number.isNaN(sunset.getTime()) ? null : sunset, link: link ?? null };
    // What the program does with it is none of the call.
    queueMicrotask(() => tell(deprecation));
  };
}
