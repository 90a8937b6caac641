import type { Model, Run, State, StoredFile, Version } from '../state/store.js';
import { describeInputs, portraitInputs, trainingInputs } from './input-schemas.js';
import type { WireFile, WireModel, WirePrediction, WireTraining, WireVersion } from './wire.js';

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

export function renderModel(state: State, model: Model): WireModel {
  const name = `${model.owner}/${model.name}`;
  const latest = [...state.versions.values()].filter((version) => version.model === name).at(-1);
  return {
    url: `https://replicate.com/${name}`,
    owner: model.owner,
    name: model.name,
    description: model.description,
    visibility: model.visibility,
    is_official: false,
    github_url: null,
    paper_url: null,
    license_url: null,
    run_count: [...state.runs.values()].filter((run) => run.model === name).length,
    cover_image_url: null,
    default_example: null,
    latest_version: latest ? renderVersion(latest) : null,
  };
}

export function renderVersion(version: Version): WireVersion {
  const inputs =
    version.does === 'trains'
      ? describeInputs('TrainingInput', trainingInputs)
      : describeInputs('Input', portraitInputs);
  return {
    id: version.id,
    created_at: iso(version.createdAt),
    cog_version: '0.14.12',
    openapi_schema: {
      openapi: '3.0.2',
      info: { title: 'Cog', version: '0.1.0' },
      paths: {},
      components: { schemas: inputs },
    },
  };
}

export function renderFile(file: StoredFile, baseUrl: string): WireFile {
  return {
    id: file.id,
    content_type: file.contentType,
    size: file.size,
    checksums: { sha256: file.sha256 },
    metadata: { ...file.metadata },
    created_at: iso(file.createdAt),
    expires_at: iso(file.expiresAt),
    urls: { get: `${baseUrl}/v1/files/${file.id}` },
  };
}
