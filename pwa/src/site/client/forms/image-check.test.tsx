import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { loadTexts } from '~/lib/i18n';
import { openPage, operator } from '../../../../test/form-page';
import { refusal, serve } from '../../../../test/server';
import { ImageCheckPage } from '../../pages/forms/image-check';
import { startImageCheck } from './image-check';

const CHECK = 'POST /image-checks';
const answer = (result: string, sourceType: string | null = null, reason: string | null = null, sample = false) => ({
  status: 200,
  body: { result, sourceType, sample, reason },
});
const open = () => openPage(<ImageCheckPage operator={operator} />, startImageCheck);
const choose = (file: File) => userEvent.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file);
const picture = (name = 'portrait.jpg', bytes = 10) => new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' });

beforeAll(async () => {
  await Promise.all([loadTexts('site'), loadTexts('imageCheck')]);
});

it.each([
  [
    'marked',
    'compositeSynthetic',
    null,
    'Dieses Bild trägt die Kennzeichnung von Bildnis',
    /Es ist ein bearbeitetes Foto/,
  ],
  [
    'marked',
    'trainedAlgorithmicMedia',
    null,
    'Dieses Bild trägt die Kennzeichnung von Bildnis',
    /von einem Modell erzeugt/,
  ],
  ['recognised', null, null, 'Dieses Bild stammt von Bildnis', /gleicht aber einem Portrait/],
  ['unknown', null, null, 'Dieses Bild kennen wir nicht', /trägt keine Kennzeichnung/],
  ['unreadable', null, 'unsupported_format', 'Dieses Bild lässt sich nicht lesen', /JPEG, PNG, WebP, GIF oder HEIC/],
  ['unreadable', null, 'heic', 'Dieses Bild lässt sich nicht lesen', /JPEG, PNG, WebP, GIF oder HEIC/],
  ['unreadable', null, 'damaged', 'Dieses Bild lässt sich nicht lesen', /beschädigt oder unvollständig/],
  ['unreadable', null, 'too_many_pixels', 'Dieses Bild lässt sich nicht lesen', /zu viele Pixel/],
])('says what was found: %s %s %s', async (result, source, reason, title, text) => {
  serve({ [CHECK]: answer(result, source, reason) });
  open();
  await choose(picture());
  expect(await screen.findByText(title)).toBeTruthy();
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByText('portrait.jpg')).toBeTruthy();
  expect(screen.getByText('Anderes Bild auswählen')).toBeTruthy();
});

it('calls a sample a sample', async () => {
  serve({ [CHECK]: answer('marked', 'compositeSynthetic', null, true) });
  open();
  await choose(picture());
  expect(await screen.findByText('Es ist ein Muster: um ein Foto gezeichnet, kein fertiges Portrait.')).toBeTruthy();
});

it('sends nothing that is too large', async () => {
  const sent = serve({});
  open();
  await choose(picture('gross.jpg', 10_000_001));
  expect(await screen.findByText('Das Bild ist grösser als 10 MB. Bitte wählen Sie eine kleinere Datei.')).toBeTruthy();
  expect(sent).toEqual([]);
});

it('sends no empty file, and says that it is broken', async () => {
  const sent = serve({});
  open();
  await choose(picture('leer.jpg', 0));
  expect(await screen.findByText(/beschädigt oder unvollständig/)).toBeTruthy();
  expect(sent).toEqual([]);
});

it('says when too many are asked, and another try works', async () => {
  serve({ [CHECK]: [refusal(429, 'rate_limited'), answer('unknown')] });
  open();
  await choose(picture());
  expect(await screen.findByText('portrait.jpg konnte nicht geprüft werden')).toBeTruthy();
  await choose(picture('zweites.jpg'));
  expect(await screen.findByText('Dieses Bild kennen wir nicht')).toBeTruthy();
});

it('takes a picture that is dropped; of several the newest counts', async () => {
  const sent = serve({ [CHECK]: [answer('recognised'), answer('unknown')] });
  open();
  const zone = document.querySelector('label')!;
  const drop = (name: string) => fireEvent.drop(zone, { dataTransfer: { files: [picture(name)] } });
  expect(fireEvent.dragOver(zone)).toBe(false); // ours to take, not the browser's
  drop('eines.jpg');
  drop('zweites.jpg');
  expect(await screen.findByText('Dieses Bild kennen wir nicht')).toBeTruthy();
  expect(screen.getByText('zweites.jpg')).toBeTruthy();
  expect([sent.length, screen.queryByText('Dieses Bild stammt von Bildnis')]).toEqual([2, null]);
});

it('takes a picture that was chosen before its script was there', async () => {
  serve({ [CHECK]: answer('unknown') });
  openPage(<ImageCheckPage operator={operator} />, () => undefined);
  await choose(picture('frueh.jpg'));
  startImageCheck(document.querySelector<HTMLElement>('[data-form]')!);
  expect(await screen.findByText('frueh.jpg')).toBeTruthy();
});
