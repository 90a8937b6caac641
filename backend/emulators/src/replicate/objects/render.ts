import type { Model, Run } from '../state/store.js';
import type { WirePrediction, WireTraining } from './wire.js';

const iso = (moment: number): string => new Date(moment).toISOString();
const seconds = (from: number, to: number): number => (to - from) / 1000;

/** A run as the API shows it. */
export function renderRun(run: Run, baseUrl: string): WirePrediction | WireTraining {
  const path = `${baseUrl}/v1/${run.kind === 'training' ? 'trainings' : 'predictions'}/${run.id}`;
  const common = {
    id: run.id,
    model: run.model,
    version: run.version,
    input: structuredClone(run.input),
    logs: run.logs,
    error: run.error,
    status: run.status,
    source: 'api' as const,
    created_at: iso(run.createdAt),
    ...(run.startedAt !== null && { started_at: iso(run.startedAt) }),
    ...(run.completedAt !== null && { completed_at: iso(run.completedAt), metrics: metricsOf(run, run.completedAt) }),
  };
  const urls = { get: path, cancel: `${path}/cancel` };
  if (run.kind === 'training')
    return { ...common, ...(run.output && !Array.isArray(run.output) && { output: { ...run.output } }), urls };
  return {
    ...common,
    urls: { web: `https://replicate.com/p/${run.id}`, ...urls },
    output: Array.isArray(run.output) ? [...run.output] : null,
    data_removed: run.dataRemoved,
    ...(run.deadline !== null && { deadline: iso(run.deadline) }),
  };
}

function metricsOf(run: Run, completedAt: number): { predict_time?: number; total_time: number } {
  return {
    ...(run.startedAt !== null && { predict_time: seconds(run.startedAt, completedAt) }),
    total_time: seconds(run.createdAt, completedAt),
  };
}

/** A model that was just made: nothing has been trained on it or run. */
export function renderModel(model: Model): object {
  return {
    url: `https://replicate.com/${model.owner}/${model.name}`,
    owner: model.owner,
    name: model.name,
    description: null,
    visibility: model.visibility,
    is_official: false,
    github_url: null,
    paper_url: null,
    license_url: null,
    run_count: 0,
    cover_image_url: null,
    default_example: null,
    latest_version: null,
  };
}
