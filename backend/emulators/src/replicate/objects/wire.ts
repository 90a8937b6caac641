/** Replicate's objects as they go over the wire, as far as this product meets them. */
export type RunStatus = 'starting' | 'processing' | 'succeeded' | 'failed' | 'canceled' | 'aborted';

interface WireRun {
  id: string;
  /** `owner/name` */
  model: string;
  version: string;
  input: Record<string, unknown>;
  logs: string;
  error: string | null;
  status: RunStatus;
  source: 'api';
  /** ISO 8601, as all dates here. */
  created_at: string;
  started_at?: string;
  completed_at?: string;
  /** Seconds. */
  metrics?: { predict_time?: number; total_time: number };
}

export interface WirePrediction extends WireRun {
  /** Addresses of the pictures; null before the end, after a failure, and once removed. */
  output: string[] | null;
  data_removed: boolean;
  urls: { web: string; get: string; cancel: string };
  deadline?: string;
}

export interface WireTraining extends WireRun {
  output?: { version: string; weights: string };
  urls: { get: string; cancel: string };
}
