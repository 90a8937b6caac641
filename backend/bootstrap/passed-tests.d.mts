export interface Passed {
  file: string;
  title: string;
}
export function passedOfVitest(report: unknown): Passed[];
export function passedOfPlaywright(report: unknown): Passed[];
