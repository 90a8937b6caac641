/** The provider did not answer, or said that it cannot now. What was asked may have been done all the same. */
export class ReplicateUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ReplicateUnavailable';
  }
}

/** The provider refuses a call for good. */
export class ReplicateRefused extends Error {
  constructor(
    readonly status: number,
    detail: string,
  ) {
    super(`replicate refused with ${status}: ${detail}`);
    this.name = 'ReplicateRefused';
  }
}
