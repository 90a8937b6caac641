import { sizes } from '../objects/input-schemas.js';
import type { Run } from '../state/store.js';

/** What a run writes when it begins. */
export function openingLines(run: Run): string {
  if (run.kind === 'training') return 'Environment language: en_US.UTF-8\nStarting train job\n';
  const { prompt, model = 'dev' } = run.input;
  return `Using seed: ${run.seed}\nPrompt: ${String(prompt)}\ntxt2img mode\nUsing ${String(model)} model\n`;
}

/** The line of a progress bar at `share` (0 to 1), in the form the trainers print it. */
export function progressLine(run: Run, share: number, elapsedSeconds: number): string {
  const total = run.kind === 'training' ? Number(run.input.steps ?? 1000) : Number(run.input.num_inference_steps ?? 28);
  const done = Math.round(total * share);
  const percent = String(Math.round(share * 100)).padStart(3);
  const bar = '#'.repeat(Math.round(share * 10)).padEnd(10, ' ');
  const left = share > 0 ? (elapsedSeconds / share) * (1 - share) : 0;
  const rate = done > 0 ? elapsedSeconds / done : 0;
  const line = `${percent}%|${bar}| ${done}/${total} [${minutes(elapsedSeconds)}<${minutes(left)}, ${rate.toFixed(2)}s/it`;
  if (run.kind === 'prediction') return `${line}]\n`;
  return `flux_train_replicate: ${line}, lr: 4.0e-04 loss: ${(0.25 + 0.2 * (1 - share)).toExponential(3)}]\n`;
}

function minutes(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${String(Math.floor(whole / 60)).padStart(2, '0')}:${String(whole % 60).padStart(2, '0')}`;
}

/** Width and height a prediction's input asks for; odd ones go up to a multiple of 16. @throws Error when `custom` says neither */
export function sizeOf(input: Run['input']): readonly [number, number] {
  if (input.aspect_ratio !== 'custom')
    return sizes[typeof input.aspect_ratio === 'string' ? input.aspect_ratio : '1:1'] ?? [1024, 1024];
  if (input.width === undefined || input.height === undefined) {
    throw new Error("width and height must be defined if aspect ratio is 'custom'");
  }
  return [Math.ceil(Number(input.width) / 16) * 16, Math.ceil(Number(input.height) / 16) * 16];
}
