import { expect, it } from 'vitest';
import { renderedSite } from '../../../test/rendered-site';
import { watchForm } from './missing-form';

it('says how else where the script of a form has not come, and only there', async () => {
  const { documents } = await renderedSite();
  watchForm();
  const show = (isStarted: boolean) => {
    document.body.innerHTML = documents.get('/kuendigen')!.body.innerHTML;
    if (isStarted) document.querySelector<HTMLElement>('[data-form]')!.dataset.started = 'true';
    dispatchEvent(new Event('load'));
    return document.querySelector('[data-instead]')!.hasAttribute('data-shown');
  };
  expect([show(false), show(true)]).toEqual([true, false]);
});
