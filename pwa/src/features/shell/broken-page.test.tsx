import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { BildnisError } from '~/lib/api';
import { renderScreen } from '../../../test/render-screen';
import { BrokenPage } from './broken-page';
import { NotFoundScreen } from './states';

it('says that the account could not be loaded where the server failed', async () => {
  await renderScreen(
    <BrokenPage error={new BildnisError({ code: 'internal', status: 500 })} reset={() => undefined} />,
  );
  expect(screen.getByText('Profil konnte nicht geladen werden.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Erneut versuchen' })).toBeTruthy();
});

it('claims nothing of the account where something else went wrong', async () => {
  await renderScreen(<BrokenPage error={new Error('a script was not found')} reset={() => undefined} />);
  expect(screen.getByText('Das hat nicht geklappt.')).toBeTruthy();
});

it('says of an unknown path that there is no such page, and leads home', async () => {
  await renderScreen(<NotFoundScreen />);
  expect(screen.getByRole('heading', { level: 1, name: 'Oops! Page not found' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Zur Startseite' }).getAttribute('href')).toBe('/');
});
