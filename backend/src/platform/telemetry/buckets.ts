/** Bounds of the histograms of answers, in seconds. */
export const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Bounds of the histograms of jobs, in seconds: from an email to a training elsewhere. */
export const JOB_BUCKETS = [0.05, 0.25, 1, 5, 15, 30, 60, 120, 300, 900, 1200, 1800, 3600];
