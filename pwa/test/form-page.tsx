import { renderToStaticMarkup } from 'react-dom/server';
import type { ReactNode } from 'react';

/** A page as the site renders it, with a script brought to it as a browser does after each load. */
export function openPage(page: ReactNode, start: (page: HTMLElement) => void): void {
  document.body.innerHTML = `<main id="content" tabindex="-1">${renderToStaticMarkup(page)}</main>`;
  start(document.querySelector<HTMLElement>('[data-form]')!);
}

/** Who runs the installation. */
export const operator = {
  name: 'Muster AG',
  street: 'Weg 1',
  city: '8000 Zürich',
  country: 'Schweiz',
  email: 'hallo@muster.example',
} as never;
