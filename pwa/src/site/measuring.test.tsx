import { beforeAll, describe, expect, it } from 'vitest';
import { siteData } from '../../test/rendered-site';
import { developmentBuild } from './development';
import { renderSite } from './render-site';
import type { SiteData } from './site-data';

const MEASUREMENT: SiteData['measurement'] = {
  matomo: {
    url: 'https://zaehler.example',
    siteId: '3',
    keptMonths: 6,
    name: 'Matomo',
    recipient: 'Zähler GmbH',
    country: 'Deutschland',
    cookies: [
      { name: '_pk_id.*', minutes: 604_800 },
      { name: '_pk_ses.*', minutes: 30 },
    ],
  },
  pixel: null,
};

async function pages(measurement: SiteData['measurement']): Promise<(file: string) => Document> {
  const { files } = await renderSite({ ...siteData, measurement }, developmentBuild, 'test');
  return (file) => new DOMParser().parseFromString(files.get(file)!, 'text/html');
}
const wordsOf = (document: Document, part: string) =>
  document.querySelector(part)?.textContent?.replaceAll('\u00a0', ' ') ?? '';

describe('where nothing is measured', () => {
  let page: (file: string) => Document;
  beforeAll(async () => void (page = await pages({ matomo: null, pixel: null })));

  it('nobody is asked, and the page about cookies says why', () => {
    for (const file of ['index.html', 'legal/cookies.html', 'pricing.html'])
      expect(page(file).querySelector('[data-cookie-banner]'), file).toBeNull();
    const cookies = page('legal/cookies.html');
    expect(cookies.querySelector('[data-cookie-settings]')).toBeNull();
    expect(wordsOf(cookies, 'main')).toContain('Zurzeit setzen wir weder Statistik noch Marketing ein.');
    expect(wordsOf(cookies, 'main')).not.toMatch(/_pk_|_fbp|Matomo|Meta/);
  });
});

describe('where Matomo is configured', () => {
  let page: (file: string) => Document;
  beforeAll(async () => void (page = await pages(MEASUREMENT)));

  it('the question, the settings and the policies name it, who receives what, where, and every cookie with its life', () => {
    const asked = wordsOf(page('index.html'), '[data-cookie-banner]');
    const cookies = wordsOf(page('legal/cookies.html'), 'main');
    for (const words of [asked, cookies]) {
      for (const part of ['Matomo', 'Zähler GmbH', 'Deutschland', '_pk_id.*', '14 Monate', '_pk_ses.*', '30 Minuten'])
        expect(words).toContain(part);
      expect(words).not.toContain('Meta');
    }
    expect(cookies).toContain('wird dort nach 6 Monaten gelöscht');
    const privacy = page('legal/privacy.html');
    const row = [...privacy.querySelectorAll('tr')].find((each) => each.textContent?.includes('Zähler GmbH (Matomo)'));
    expect(row?.textContent).toContain('Deutschland');
    expect(wordsOf(privacy, 'main')).toContain('Matomo höchstens 14 Monate');
  });

  it('there is a switch for what is configured, and for nothing else', () => {
    const switches = [...page('legal/cookies.html').querySelectorAll('[data-cookie-settings] [role=switch]')];
    expect(switches.map((each) => each.getAttribute('name'))).toEqual(['necessary', 'analytics']);
  });
});
