/** Calm report of what is being done, one aligned line per finished step with its time. */
export interface Steps {
  /** Prints a line as it is. */
  line(text: string): void;
  /** Runs `work` as a step; `note(text)` sets the words between the label and the time. */
  run<T>(label: string, work: (note: (text: string) => void) => Promise<T>): Promise<T>;
}
export function createSteps(out?: { write(text: string): unknown; isTTY?: boolean }): Steps;
/** Milliseconds as «1.9 s». */
export function formatSeconds(milliseconds: number): string;
