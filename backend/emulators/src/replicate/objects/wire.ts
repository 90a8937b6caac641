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

export interface WireModel {
  url: string;
  owner: string;
  name: string;
  description: string | null;
  visibility: 'public' | 'private';
  is_official: boolean;
  github_url: null;
  paper_url: null;
  license_url: null;
  run_count: number;
  cover_image_url: null;
  default_example: null;
  latest_version: WireVersion | null;
}

export interface WireVersion {
  id: string;
  created_at: string;
  cog_version: string;
  openapi_schema: object;
}

export interface WireFile {
  id: string;
  content_type: string;
  /** Bytes. */
  size: number;
  checksums: { sha256: string };
  metadata: Record<string, unknown>;
  created_at: string;
  expires_at: string;
  urls: { get: string };
}
