import { randomUUID } from 'node:crypto';
import { BildnisError, createClient, waitForGeneration, waitForProfile, type Client, type Schemas } from '@bildnis/sdk';
import { facts } from '@bildnis/sdk/facts';
import { savePortraits } from '@bildnis/sdk/node';
import { consent, signIn } from './account.ts';
import { readArguments, UsageError, type Arguments } from './arguments.ts';
import { Failure } from './failure.ts';
import { best, judgeInDrafts, listPhotos, table, uploadAll, type Judged } from './photos.ts';
import { bar } from './progress.ts';
import { findServer } from './server.ts';
import { texts } from './texts.ts';

/** The whole job without a browser, through the public operations only. */

const TRAINING_LIMIT_MS = 45 * 60_000;
const RUN_LIMIT_MS = 15 * 60_000;
const say = (line: string) => process.stdout.write(`${line}\n`);

async function main(given: Arguments): Promise<void> {
  const files = await listPhotos(given.photos);
  const server = await findServer(given.server, say);
  try {
    const client = createClient({ baseUrl: server.url });
    const style = await findStyle(client, given.style);
    await signIn(client, given.apiKey);
    if (given.attestation.subject === 'self') await consent(client);
    const profileId = await prepareProfile(client, given, files);
    await train(client, profileId);
    const run = await render(client, profileId, style);
    const saved = await savePortraits(client, run, given.out);
    say(texts.done(saved.length, given.out));
    if (run.sample) say(texts.sample);
  } finally {
    await server.stop();
  }
}

async function findStyle(client: Client, slug: string): Promise<string> {
  const { items } = await client.listStyles();
  const style = items.find((candidate) => candidate.slug === slug);
  if (!style)
    throw new Failure(
      texts.unknownStyle(
        slug,
        items.map((item) => item.slug),
      ),
      2,
    );
  return style.id;
}

/** Uploads the photos, or the best of them, into a profile. @throws Failure with a table when too few are good. */
async function prepareProfile(client: Client, given: Arguments, files: string[]): Promise<string> {
  const checking = bar(texts.checking, files.length);
  const step = () => checking.increment();
  let chosen = files;
  let judged: Judged[] = [];
  if (files.length > facts.photos.max) {
    judged = await judgeInDrafts(client, given.photos, files, given.attestation, step);
    chosen = best(judged);
  }
  const profile = await client.createAiProfile({
    body: { name: given.name, gender: given.gender, attestation: given.attestation },
  });
  const uploaded = await uploadAll(
    client,
    profile.id,
    given.photos,
    chosen,
    files.length > facts.photos.max ? () => undefined : step,
  );
  checking.stop();
  if (judged.length === 0) judged = uploaded;
  const good = judged.filter((photo) => photo.quality !== null).length;
  if (good < judged.length || good < facts.photos.min) say(table(judged));
  if (good < facts.photos.min) {
    await client.deleteAiProfile({ path: { id: profile.id } });
    throw new Failure(texts.tooFew(good, facts.photos.min));
  }
  if (good > facts.photos.max) say(texts.chosen(facts.photos.max, good));
  return profile.id;
}

async function train(client: Client, id: string): Promise<void> {
  const progress = bar(texts.training, 100);
  await client.startTraining({ path: { id }, idempotencyKey: randomUUID() });
  const onChange = (profile: Schemas['AiProfile']) =>
    progress.update(profile.status === 'ready' ? 100 : Math.round((profile.progress?.fraction ?? 0) * 100));
  await waitForProfile(client, id, { timeoutMs: TRAINING_LIMIT_MS, onChange })
    .catch(async (error: unknown) => {
      throw await trainingFailure(client, id, error);
    })
    .finally(() => progress.stop());
}

/** Says which photos were in the way, where that was it. */
async function trainingFailure(client: Client, id: string, error: unknown): Promise<unknown> {
  if (!(error instanceof BildnisError)) return error;
  if (error.code === 'timeout') return new Failure(texts.timeout(texts.training));
  if (error.code !== 'work_failed') return error;
  const { photos } = await client.getAiProfile({ path: { id } });
  const foreign = photos.filter((photo) => photo.setAside === 'other_person').length;
  return new Failure(foreign > 0 ? `${texts.trainingFailed} ${foreign} × ${texts.otherPerson}.` : texts.trainingFailed);
}

async function render(client: Client, profileId: string, styleId: string): Promise<Schemas['Generation']> {
  const progress = bar(texts.rendering, facts.generation.portraits);
  const started = await client.createGeneration({ body: { profileId, styleId }, idempotencyKey: randomUUID() });
  const onChange = (run: Schemas['Generation']) =>
    progress.update(run.status === 'completed' ? run.portraits.length : run.previews.length);
  return waitForGeneration(client, started.id, { timeoutMs: RUN_LIMIT_MS, onChange })
    .catch((error: unknown) => {
      if (!(error instanceof BildnisError)) throw error;
      if (error.code === 'timeout') throw new Failure(texts.timeout(texts.rendering));
      throw error.code === 'work_failed' ? new Failure(texts.runFailed) : error;
    })
    .finally(() => progress.stop());
}

try {
  await main(readArguments(process.argv.slice(2), process.env, process.env['INIT_CWD'] ?? process.cwd()));
} catch (error) {
  if (error instanceof UsageError) process.stderr.write(`${error.message}\n${texts.usage}\n`);
  else if (error instanceof Failure) process.stderr.write(`${error.message}\n`);
  else if (error instanceof BildnisError)
    process.stderr.write(`${texts.refusals[error.code] ?? texts.failed(error.code, error.detail)}\n`);
  else throw error;
  process.exitCode = error instanceof UsageError ? 2 : error instanceof Failure ? error.exitCode : 1;
}
