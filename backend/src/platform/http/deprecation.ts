import { SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';

/** An operation that goes away: from when on that is said, when it may end at the earliest, and what to use. Days as `2027-11-01`. */
export interface Deprecation {
  since: string;
  sunset: string;
  /** The operation to use in its place, or how to do without, in a few words. */
  instead: string;
}

export const DEPRECATED_KEY = 'bildnis:deprecated';
const SECOND = 1000;

export const seconds = (day: string): number => Date.parse(day) / SECOND;

export function deprecate(going: Deprecation) {
  return [
    SetMetadata(DEPRECATED_KEY, going),
    ApiExtension('x-deprecated-since', going.since),
    ApiExtension('x-sunset', going.sunset),
  ];
}

export const deprecationNote = ({ since, sunset, instead }: Deprecation): string =>
  `Deprecated since ${since}; stays until ${sunset} at least. Use instead: ${instead}.`;
