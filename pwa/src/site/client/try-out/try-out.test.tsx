import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { useDevice } from '../../../../test/device';
import { fakeStudio } from '../../../../test/fake-studio';
import { renderedSite } from '../../../../test/rendered-site';
import { forgetTakenPhoto, takenPhoto } from '~/lib/device/taken-photo';
import { offerTryOut } from '../offer-try-out';
import type { DeviceStudio, Refusal } from './device-studio';
import { startTryOut } from './try-out';

let pages: ReadonlyMap<string, Document>;
/** Answers for what is seen: the observer of the page's pictures that counts now. */
let see: (slugs: string[]) => void;

useDevice();
beforeAll(async () => void ({ documents: pages } = await renderedSite()));
beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      #seen: Element[] = [];
      constructor(tell: (entries: object[]) => void) {
        see = (slugs) =>
          tell(
            this.#seen.map((target) => ({
              target,
              isIntersecting: slugs.includes(target.closest<HTMLElement>('[data-style]')?.dataset.style ?? ''),
            })),
          );
      }
      observe(target: Element) {
        this.#seen.push(target);
      }
      disconnect() {
        this.#seen = [];
      }
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

const NAMES = { 'warmes-studio': 'Warmes Studio', office: 'Büro', corporate: 'City Daylight' };

const draw = vi.fn<(canvas: HTMLCanvasElement, picture: { width: number; height: number }) => void>();

/** A page with the button pressed. */
function open(path: string, studio: DeviceStudio) {
  draw.mockClear();
  document.body.innerHTML = pages.get(path)!.body.innerHTML;
  const opener = screen.getByRole<HTMLButtonElement>('button', { name: 'Mit Ihrem Foto ausprobieren', hidden: true });
  startTryOut(document, () => studio, { opener, draw });
  return { opener, section: screen.getByRole('region', { name: 'Mit Ihrem Foto ausprobieren' }) };
}

const photo = (name = 'ich.jpg') => new File(['x'], name, { type: 'image/jpeg' });
const choose = (label = 'Einverstanden, Foto wählen', file = photo()) =>
  userEvent.upload(screen.getByLabelText(label), file);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const said = () => document.querySelector('[data-said]')!.textContent;
const laid = () =>
  [...document.querySelectorAll('canvas[data-own]')].map((canvas) => canvas.getAttribute('aria-label')).toSorted();

it('is offered by the three kinds of pages that show styles, and by no other', () => {
  const offering = [...pages].filter(([, page]) => page.querySelector('[data-try-out-open]')).map(([path]) => path);
  expect(offering.filter((path) => !path.startsWith('/styles/'))).toEqual(['/', '/styles']);
  expect(offering).toContain('/styles/office');
  for (const path of offering) {
    const [template, more] = pages.get(path)!.querySelectorAll('template[data-try-out]');
    expect(template!.innerHTML, path).not.toMatch(/ß|\{\{|undefined|[„“”]|\sstyle=/);
    expect(more, path).toBeUndefined();
    // Seen once a script has enabled it.
    expect(pages.get(path)!.querySelector('[data-try-out-open]')!.hasAttribute('disabled'), path).toBe(true);
  }
});

it('fetches what it opens when the button is pressed, and says where that is not possible', async () => {
  document.body.innerHTML = pages.get('/')!.body.innerHTML;
  const opened = vi.fn();
  const load = vi.fn().mockRejectedValueOnce(new TypeError()).mockResolvedValue({ openTryOut: opened });
  offerTryOut(load);
  expect(load).not.toHaveBeenCalled();
  await press('Mit Ihrem Foto ausprobieren');
  expect(await screen.findByText('Die Vorschau lässt sich gerade nicht laden')).toBeTruthy();
  await press('Mit Ihrem Foto ausprobieren');
  await waitFor(() => expect(opened).toHaveBeenCalledWith(screen.getByText('Mit Ihrem Foto ausprobieren')));
});

it('starts nothing before somebody goes to choose a photo, and opens once', () => {
  const { studio, asked } = fakeStudio();
  const create = vi.fn(() => studio);
  document.body.innerHTML = pages.get('/')!.body.innerHTML;
  startTryOut(document, create);
  startTryOut(document, create);
  expect(screen.getAllByRole('region', { name: 'Mit Ihrem Foto ausprobieren' })).toEqual([document.activeElement]);
  expect(screen.getByText(/Gesichtsdaten entstehen nur auf diesem Gerät/)).toBeTruthy();
  expect(screen.getByText('Dafür werden einmalig rund 2 MB geladen.')).toBeTruthy();
  expect([create.mock.calls.length, asked]).toEqual([0, []]);
});

it('loads while a photo is being chosen, once, and begins anew with the photo where that failed', async () => {
  const begun = vi.fn<DeviceStudio['start']>().mockRejectedValueOnce(new TypeError()).mockResolvedValue(null);
  const { studio, asked, finish } = fakeStudio({ start: begun });
  open('/', studio);
  const input = screen.getByLabelText('Einverstanden, Foto wählen');
  fireEvent.click(input);
  expect(begun).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(asked.at(-1)).toBe('stop'));
  expect(screen.getByLabelText('Einverstanden, Foto wählen')).toBe(input);
  fireEvent.click(input);
  fireEvent.click(input);
  await choose();
  await finish();
  expect(begun).toHaveBeenCalledTimes(2);
  expect(said()).toBe('Sie im Style «Warmes Studio»');
});

it('tells how much has been loaded', async () => {
  let tell: (fraction: number) => void = () => undefined;
  const { studio } = fakeStudio({
    start: (told) => {
      tell = told;
      return new Promise(() => undefined);
    },
  });
  open('/', studio);
  await choose();
  expect(screen.getByText('Wird geladen, 0 %')).toBeTruthy();
  tell(0.4);
  expect(screen.getByText('Wird geladen, 40 %')).toBeTruthy();
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40');
  expect(said()).toBe('Die Vorschau wird geladen.');
  await press('Abbrechen');
  tell(0.8);
  expect(screen.getByLabelText('Einverstanden, Foto wählen')).toBeTruthy();
});

it('says why a photo is refused, and another one works', async () => {
  const { studio, asked, finish } = fakeStudio({ refusals: ['sunglasses'] });
  open('/', studio);
  await choose();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Eine Sonnenbrille verdeckt die Augen. Bitte nehmen Sie sie ab.');
  await choose('Anderes Foto wählen', photo('zweites.jpg'));
  await finish();
  expect(said()).toBe('Sie im Style «Warmes Studio»');
  expect(asked.slice(0, 4)).toEqual(['start', 'photo ich.jpg', 'photo zweites.jpg', 'warm-studio']);
});

it('has a sentence for every reason, also for one that is not known', async () => {
  open('/', fakeStudio().studio);
  const section = document.querySelector<HTMLElement>('[data-scenes]')!;
  for (const text of Object.values(JSON.parse(section.dataset.refusals!) as Record<string, string>))
    expect(text).toMatch(/^[^ß]+\.$/);
  document.body.replaceChildren();
  open('/', fakeStudio({ refusals: ['something new' as Refusal] }).studio);
  await choose();
  expect(await screen.findByText(/auf dem Ihr Gesicht gut zu sehen ist/)).toBeTruthy();
});

it('leads to registering where the device cannot do it', async () => {
  const { studio, asked } = fakeStudio({ start: () => Promise.resolve('unsupported') });
  open('/', studio);
  await choose();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toMatch(/kostenlos in 3 Styles/);
  expect(alert.querySelector('a')!.getAttribute('href')).toBe('/auth?mode=register');
  expect(asked).toEqual(['start']);
});

it('says when there is no network, and tries again with the same photo', async () => {
  const starts = [() => Promise.reject(new TypeError('Failed to fetch')), () => Promise.resolve(null)];
  const { studio, asked, finish } = fakeStudio({ start: () => starts.shift()!() });
  open('/', studio);
  await choose();
  expect(await screen.findByText(/prüfen Sie Ihre Internetverbindung/)).toBeTruthy();
  await press('Erneut versuchen');
  expect(await finish()).toBe('warm-studio');
  expect(asked.slice(0, 5)).toEqual(['start', 'stop', 'start', 'photo ich.jpg', 'warm-studio']);
});

it('shows the style of the page with the photo beside it, and the ways on', async () => {
  const { studio, closed, finish } = fakeStudio();
  const { section } = open('/styles/office', studio);
  await choose();
  expect(await screen.findAllByText('Style «Büro» wird gezeichnet')).toHaveLength(2); // seen and said
  await finish();
  expect(closed).toEqual(['office', 'office before']);
  const compare = section.querySelector('[data-compare]')!;
  expect([...compare.querySelectorAll('canvas')].map((each) => each.getAttribute('aria-label'))).toEqual([
    'Sie im Style «Büro»',
    'Ihr Foto im selben Ausschnitt',
  ]);
  const range = screen.getByRole('slider', { name: 'Vorher und nachher vergleichen' });
  expect(range.getAttribute('aria-valuetext')).toBe('20\u00a0Prozent vorher');
  fireEvent.input(range, { target: { value: '70' } });
  expect(range.getAttribute('aria-valuetext')).toBe('70\u00a0Prozent vorher');
  const start = within(section).getByRole('link', { name: 'Mit diesem Style starten' });
  expect(start.getAttribute('href')).toBe('/auth?mode=register&redirect=%2Fapp%2Fstyles%2Foffice');
  expect(screen.getByText(/Ihr Foto hat dieses Gerät nicht verlassen/)).toBeTruthy();
});

it('goes to other styles by button, by name and by swiping, the chosen one always drawn next', async () => {
  const { studio, finish } = fakeStudio();
  const { section } = open('/', studio);
  const name = () => section.querySelector('[data-name]')!.textContent;
  await choose();
  await finish();
  await press('Nächster Style');
  expect([name(), said()]).toEqual(['Büro', 'Style «Büro» wird gezeichnet']);
  await userEvent.click(screen.getByRole('radio', { name: 'Glashalle' }));
  await finish(); // began before that choice
  expect(await finish()).toBe('glass-lobby');
  expect(said()).toBe('Sie im Style «Glashalle»');
  const compare = section.querySelector('[data-compare]')!;
  const swipe = (target: Element, to: number) => {
    fireEvent.pointerDown(target, { pointerId: 1, pointerType: 'touch', clientX: 200, clientY: 0 });
    fireEvent.pointerUp(target, { pointerId: 1, pointerType: 'touch', clientX: to, clientY: 5 });
  };
  swipe(compare, 300);
  expect(name()).toBe('Fensterlicht');
  swipe(screen.getByRole('slider'), 300);
  expect(name()).toBe('Fensterlicht');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Fensterlicht' }).checked).toBe(true);
});

it('says when one style cannot be drawn, and goes on with the others', async () => {
  const { studio, finish } = fakeStudio();
  open('/', studio);
  await choose();
  await finish('break');
  expect(said()).toBe('Dieser Style liess sich nicht zeichnen.');
  await press('Nächster Style');
  await finish();
  await finish();
  expect(said()).toBe('Sie im Style «Büro»');
  await press('Vorheriger Style');
  await press('Erneut versuchen');
  expect(said()).not.toBe('Dieser Style liess sich nicht zeichnen.');
});

it('lays the visitor over the pictures of the page, those near the window first, one at a time', async () => {
  const { studio, asked, waiting, finish } = fakeStudio();
  open('/styles', studio);
  await choose();
  await waitFor(() => expect(waiting).toHaveLength(1));
  see(['office', 'warmes-studio']);
  expect(waiting).toHaveLength(1);
  await finish();
  await finish();
  await finish();
  expect(asked.slice(2, 5)).toEqual(['city-daylight', 'warm-studio', 'office']);
  expect(laid()).toEqual(
    Object.values(NAMES)
      .map((name) => `Sie im Style «${name}»`)
      .toSorted(),
  );
  const tile = document.querySelector('li[data-style=office]')!;
  expect(tile.querySelector('picture + canvas')?.getAttribute('role')).toBe('img');
  expect(tile.querySelector('img')!.getAttribute('aria-hidden')).toBe('true');
  for (let left = 15; left > 0; left -= 1) await finish();
  expect(laid()).toHaveLength(18);
  expect(waiting).toHaveLength(0);
});

it.each(['/', '/styles/office'])('lays the visitor over the large picture of %s', async (path) => {
  const { studio, finish } = fakeStudio();
  open(path, studio);
  await choose();
  await finish();
  expect(document.querySelectorAll('[data-style-picture] picture + canvas').length).toBe(1);
});

it('forgets everything with a reset, also what is being drawn', async () => {
  const { studio, asked, closed, waiting, finish } = fakeStudio();
  const { section } = open('/styles', studio);
  await choose();
  await finish();
  await waitFor(() => expect(waiting).toHaveLength(1));
  draw.mockClear();
  await press('Zurücksetzen');
  expect(asked.at(-1)).toBe('stop');
  expect(document.querySelectorAll('canvas').length).toBe(0);
  expect(document.querySelectorAll('img[aria-hidden]').length).toBe(0);
  const late = await finish();
  expect(closed.slice(-2)).toEqual([late, `${late} before`]);
  expect(draw).not.toHaveBeenCalled();
  expect(waiting).toHaveLength(0);
  expect(screen.getByLabelText('Einverstanden, Foto wählen')).toBeTruthy();
  expect(section.contains(document.activeElement)).toBe(true);
});

it('draws nothing of an earlier photo, and waits for its last picture', async () => {
  const { studio, asked, waiting, finish } = fakeStudio();
  open('/', studio);
  await choose();
  await finish();
  await waitFor(() => expect(waiting).toHaveLength(1));
  draw.mockClear();
  await choose('Anderes Foto', photo('zweites.jpg'));
  await waitFor(() => expect(asked.at(-1)).toBe('photo zweites.jpg'));
  await finish();
  expect(draw).not.toHaveBeenCalled();
  expect(await finish()).toBe('warm-studio');
  expect(said()).toBe('Sie im Style «Warmes Studio»');
});

it('takes a dropped photo, and is gone when it is closed', async () => {
  const { studio, asked, finish } = fakeStudio();
  const { opener, section } = open('/', studio);
  const zone = section.querySelector('[data-drop]')!;
  expect(fireEvent.dragOver(zone)).toBe(false); // ours to take, not the browser's
  fireEvent.drop(zone, { dataTransfer: { files: [photo()] } });
  await finish();
  opener.disabled = false;
  await press('Schliessen');
  expect(asked.at(-1)).toBe('stop');
  expect(section.isConnected).toBe(false);
  expect(document.querySelectorAll('canvas').length).toBe(0);
  expect(document.activeElement).toBe(opener);
});

it('takes the photo along only when asked to, and says where the browser cannot keep it', async () => {
  await forgetTakenPhoto();
  const { studio, finish } = fakeStudio();
  const { section } = open('/styles', studio);
  await choose();
  await finish();
  expect(await takenPhoto()).toBeNull();
  const link = within(section).getByRole('link', { name: 'Foto mitnehmen' });
  expect(link.getAttribute('href')).toBe('/auth?mode=register&redirect=%2Fapp%2Fprofile-wizard');
  const refused = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await userEvent.click(link);
  await within(section).findAllByText(/Dieser Browser kann nichts behalten/);
  refused.mockRestore();
  await userEvent.click(link);
  await waitFor(async () => expect((await takenPhoto())?.size).toBe(1));
  await forgetTakenPhoto();
});
