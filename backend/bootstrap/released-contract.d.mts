/** Breaks that nobody approved, and approvals that approve nothing; German lines. `approvals`: one line each, `change -- reason`. */
export function faultsOfContract(released: object, present: object, approvals: string): string[];
/** The same of the files of this tree. */
export function checkReleasedContract(): { code: number; output: string };
