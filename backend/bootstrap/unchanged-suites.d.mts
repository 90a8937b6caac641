export class UnchangedSuites {
  constructor(maySkip?: boolean, place?: string);
  passedBefore(suite: { name: string; reads: string[] }): Map<string, string[]> | null;
  begin(suite: { name: string; reads: string[] }): string;
  remember(suite: { name: string; reads: string[] }, files: string, passed: Map<string, string[]>): void;
}
