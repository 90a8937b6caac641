/** The steps that overlays take through the history; their module comes with the first overlay, and sets these. */
export const historySteps = {
  isUnderWay: (): boolean => false,
  /** For some seconds none begins. */
  hold: (): void => undefined,
};

/** How often a step is looked at, in milliseconds. */
const LOOK_MS = 20;

/**
 * Opens another document once no step through the history is under way: the browser would break off the way there when the step ends. For
 * some seconds after that no step begins.
 */
export async function leaveAtRest(open: () => void): Promise<void> {
  while (historySteps.isUnderWay()) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  historySteps.hold();
  open();
}
