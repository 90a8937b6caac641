import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { BildnisError, createClient, uploadPhotos, waitForGeneration, waitForProfile } from '@bildnis/sdk';
import { fromPath, savePortraits } from '@bildnis/sdk/node';

const [photosFolder = 'photos', slug = 'corporate', target = 'portraits'] = process.argv.slice(2);
const stateFile = 'state.json';

/** What has been begun. It is written before each step that costs something: a repetition under the same key is the same act. */
const state = existsSync(stateFile)
  ? JSON.parse(readFileSync(stateFile, 'utf8'))
  : { trainingKey: randomUUID(), runKey: randomUUID() };
const note = (more = {}) => writeFileSync(stateFile, JSON.stringify(Object.assign(state, more), null, 2));

const bildnis = createClient({ baseUrl: process.env.BILDNIS_URL, apiKey: process.env.BILDNIS_API_KEY });

async function readyProfile() {
  if (!state.profileId) {
    const profile = await bildnis.createAiProfile({
      body: { name: 'Beispiel', attestation: { subject: 'other', consentConfirmed: true } },
    });
    note({ profileId: profile.id });
  }
  const profile = await bildnis.getAiProfile({ path: { id: state.profileId } });
  if (profile.status === 'created') {
    const names = (await readdir(photosFolder)).toSorted();
    // A photo that is there already is answered with the verdict «duplicate»: uploading again after a crash does no harm.
    await uploadPhotos(bildnis, {
      profileId: profile.id,
      files: await Promise.all(names.map((name) => fromPath(`${photosFolder}/${name}`))),
      onVerdict: ({ reason }, index) => console.log(`${names[index]}: ${reason ?? 'good'}`),
    });
    await bildnis.startTraining({ path: { id: profile.id }, idempotencyKey: state.trainingKey });
  }
  return waitForProfile(bildnis, state.profileId, {
    onChange: ({ status, progress }) =>
      console.log(`training: ${progress ? `${Math.round(progress.fraction * 100)} %` : status}`),
  });
}

async function finishedRun(profileId) {
  const style = (await bildnis.listStyles()).items.find((candidate) => candidate.slug === slug);
  if (!style) throw new Error(`there is no style «${slug}»`);
  const run = await bildnis.createGeneration({ body: { profileId, styleId: style.id }, idempotencyKey: state.runKey });
  return waitForGeneration(bildnis, run.id, {
    onChange: ({ status, previews, portraits }) =>
      console.log(`run: ${status}, ${portraits.length || previews.length} portraits`),
  });
}

try {
  note();
  const profile = await readyProfile();
  console.log((await savePortraits(bildnis, await finishedRun(profile.id), target)).join('\n'));
} catch (error) {
  if (!(error instanceof BildnisError)) throw error;
  console.error(`${error.message} (request ${error.requestId ?? '–'})`);
  process.exitCode = 1;
}
