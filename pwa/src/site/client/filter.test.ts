// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { offerServed, startFilter } from './filter';

const choice = (value: string) => document.querySelector<HTMLInputElement>(`[value='${value}']`)!;

function open(search: string) {
  history.replaceState(null, '', `/styles${search}`);
  document.body.innerHTML = `
    <input type="radio" name="purpose" value="all" checked><input type="radio" name="purpose" value="team"><input type="radio" name="purpose" value="press">
    <p role="status" data-style-count="0 Styles" data-style-count-one="1 Style"></p>
    <ul><li data-style="a" data-purposes="application team"></li><li data-style="b" data-purposes="press team"></li></ul>`;
  startFilter();
}

beforeEach(() => open(''));

it('keeps the chosen purpose in the address, and says how many styles serve it', () => {
  const status = document.querySelector('[role=status]')!;
  choice('team').click();
  expect([location.search, status.textContent]).toEqual(['?purpose=team', '2 Styles']);
  choice('press').click();
  expect([location.search, status.textContent]).toEqual(['?purpose=press', '1 Style']);
  choice('all').click();
  expect([location.search, status.textContent]).toEqual(['', '2 Styles']);
});

it('opens with the purpose that the address asks for, and with all styles where it is none', () => {
  open('?purpose=press');
  expect(choice('press').checked).toBe(true);
  open("?purpose=x']");
  expect(choice('all').checked).toBe(true);
});

it('does not offer what no style serves; where the address asks for it, all styles are shown, and it is said', () => {
  history.replaceState(null, '', '/styles?purpose=press');
  document.body.innerHTML = `
    <label><input type="radio" name="purpose" value="all"></label>
    <label><input type="radio" name="purpose" value="team"><span>Team</span></label>
    <label hidden><input type="radio" name="purpose" value="press"><span>Presse</span></label>
    <p data-unserved="Für «{purpose}» keiner." hidden></p>
    <p role="status" data-style-count="0 Styles" data-style-count-one="1 Style"></p>
    <ul><li data-style="a" data-purposes="team"></li></ul>`;
  startFilter();
  const note = document.querySelector<HTMLElement>('[data-unserved]')!;
  const offered = () => [...document.querySelectorAll('label')].map(({ hidden }) => !hidden);
  expect([choice('all').checked, note.hidden, note.textContent]).toEqual([true, false, 'Für «Presse» keiner.']);
  expect(offered()).toEqual([true, true, false]);
  // What is on sale has changed since the page was rendered.
  document.querySelector('li')!.dataset.purposes = 'press';
  offerServed();
  expect(offered()).toEqual([true, false, true]);
  expect([choice('press').checked, note.hidden]).toEqual([true, true]);
  document.querySelector('li')!.dataset.purposes = 'team';
  offerServed();
  expect(choice('press').checked).toBe(false);
  choice('team').click();
  expect([location.search, note.hidden]).toEqual(['?purpose=team', true]);
});
