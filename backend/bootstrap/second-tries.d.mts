export function secondTriesOfVitest(report: unknown): string[];
export function secondTriesOfPlaywright(report: unknown): string[];
export function judgeSecondTries(names: string[]): { lines: string[]; failed: number };
