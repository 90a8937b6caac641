import { BildnisError, createClient, uploadPhotos, waitForGeneration, waitForProfile } from '@bildnis/sdk';

const form = document.querySelector('form');
const status = document.querySelector('[role=status]');
const list = document.querySelector('#portraits');
const say = (text) => (status.textContent = text);

async function makePortraits({ server, key, name, photos }) {
  const bildnis = createClient({ baseUrl: server, apiKey: key });
  const profile = await bildnis.createAiProfile({
    body: { name, attestation: { subject: 'other', consentConfirmed: true } },
  });
  let judged = 0;
  const verdicts = await uploadPhotos(bildnis, {
    profileId: profile.id,
    files: photos,
    onVerdict: () => say(`${(judged += 1)} of ${photos.length} photos judged`),
  });
  for (const [index, { reason }] of verdicts.entries()) if (reason) console.warn(photos[index].name, reason);

  await bildnis.startTraining({ path: { id: profile.id }, idempotencyKey: crypto.randomUUID() });
  await waitForProfile(bildnis, profile.id, {
    onChange: ({ progress }) => progress && say(`Training: ${Math.round(progress.fraction * 100)} %`),
  });

  const { items: styles } = await bildnis.listStyles();
  const run = await bildnis.createGeneration({
    body: { profileId: profile.id, styleId: styles[0].id },
    idempotencyKey: crypto.randomUUID(),
  });
  const { portraits } = await waitForGeneration(bildnis, run.id, {
    onChange: ({ previews, portraits }) => say(`${portraits.length || previews.length} portraits so far`),
  });

  // The links are for the key’s owner only, so the pictures are fetched with it.
  for (const { previewUrl, downloadUrl, index } of portraits) {
    const picture = URL.createObjectURL(await (await bildnis.download(previewUrl)).blob());
    const link = Object.assign(document.createElement('a'), {
      href: '#',
      onclick: () => void save(bildnis, downloadUrl, `portrait-${index + 1}.jpg`),
    });
    link.append(Object.assign(new Image(), { src: picture, alt: `Portrait ${index + 1}` }));
    const item = document.createElement('li');
    item.append(link);
    list.append(item);
  }
  say(`${portraits.length} portraits`);
}

async function save(bildnis, url, name) {
  const file = URL.createObjectURL(await (await bildnis.download(url)).blob());
  Object.assign(document.createElement('a'), { href: file, download: name }).click();
  URL.revokeObjectURL(file);
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const data = new FormData(form);
  list.replaceChildren();
  form.querySelector('button').disabled = true;
  makePortraits({
    server: data.get('server'),
    key: data.get('key'),
    name: data.get('name'),
    photos: data.getAll('photos'),
  })
    .catch((error) => say(error instanceof BildnisError ? `That did not work: ${error.code}` : String(error)))
    .finally(() => (form.querySelector('button').disabled = false));
});
