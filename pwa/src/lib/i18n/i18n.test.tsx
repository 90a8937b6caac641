import { facts } from '~/lib/facts';
import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { hasText, loadAllTexts, RichText, text } from '.';
import { newTranslations } from './i18n';
import { firstLanguage } from './texts';

function leaves(tree: object, path = ''): [path: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${path}${key}`, value] as [string, string]]
      : leaves(value as object, `${path}${key}.`),
  );
}

await loadAllTexts();
const later = await Promise.all(
  Object.entries(firstLanguage.laterTexts).map(async ([part, load]) => [part, (await load()).default] as const),
);
const all = [...leaves(firstLanguage.startTexts), ...later.flatMap(([part, texts]) => leaves(texts, `${part}.`))];

describe('texts', () => {
  it('throws for a missing key in development and in tests', () => {
    expect(() => newTranslations(true).t('shell.nowhere')).toThrow('Text is missing: shell.nowhere');
    expect(newTranslations(false).t('shell.nowhere')).toBe('shell.nowhere');
  });

  it('throws for a text that has not been fetched, and knows it afterwards', () => {
    expect(() => newTranslations(true).t('accounts.signIn.title')).toThrow('Text is missing: accounts.signIn.title');
    expect([hasText('accounts.signIn.title'), text('accounts.signIn.title')]).toEqual([true, 'Anmelden']);
    expect([text('aiProfiles.wizard.title'), text('aiProfiles.wizard.drop')]).toEqual([
      'Neues AI-Profil',
      'Fotos hochladen',
    ]);
  });

  it('throws for a missing value', () => {
    expect(() => text('generations.until')).toThrow('date');
  });

  it('fills in the facts', () => {
    expect(text('accounts.error.passwordShort')).toBe('Das Passwort muss mindestens 6 Zeichen lang sein.');
    expect(text('styles.generate')).toBe('Portraits generieren (10 Credits)');
    expect(text('styles.started.text')).toBe('Ihre Portraits werden erstellt. Dies dauert ca. 2-3 Minuten.');
  });

  it('knows the plural', () => {
    expect([text('generations.count', { count: 1 }), text('generations.count', { count: 8 })]).toEqual([
      '1 Portrait',
      '8 Portraits',
    ]);
  });

  it('puts elements into sentences', () => {
    render(
      <p>
        <RichText text="accounts.signIn.toggle" parts={{ go: <a href="/auth">x</a> }} />
      </p>,
    );
    expect(screen.getByRole('link', { name: 'Jetzt registrieren' }).closest('p')?.textContent).toBe(
      'Noch kein Konto? Jetzt registrieren',
    );
  });

  it('takes nothing for a tag that somebody typed', () => {
    const { container } = render(
      <RichText
        text="accounts.forgot.sentText"
        values={{ email: '<strong>a</strong>@example.org' }}
        parts={{ strong: <strong /> }}
      />,
    );
    expect([...container.querySelectorAll('strong')].map((each) => each.textContent)).toEqual([
      '<strong>a</strong>@example.org',
    ]);
  });
});

describe('the German of Switzerland', () => {
  it('has every text once', () => expect(new Set(all.map(([key]) => key)).size).toBe(all.length));
  it('has texts at all, the later ones too', () => {
    expect(all.length).toBeGreaterThan(200);
    for (const [part] of later) expect(all.filter(([key]) => key.startsWith(`${part}.`)).length).toBeGreaterThan(5);
  });
  it('writes ss', () => expect(all.filter(([, value]) => value.includes('ß'))).toEqual([]));
  it('quotes with guillemets', () => expect(all.filter(([, value]) => /[„“”"]/.test(value))).toEqual([]));
  it('refers only to facts that exist', () => {
    const referred = all.flatMap(([, value]) =>
      [...value.matchAll(/\{\{(facts\.[\w.]+)\}\}/g)].map(([, fact = '']) => fact),
    );
    expect(referred.length).toBeGreaterThan(10);
    const valueOf = (path: string) =>
      path
        .split('.')
        .slice(1)
        .reduce<unknown>((tree, key) => (tree as Record<string, unknown> | undefined)?.[key], facts);
    expect(referred.filter((fact) => !['string', 'number'].includes(typeof valueOf(fact)))).toEqual([]);
  });
});
