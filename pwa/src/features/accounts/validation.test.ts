import { describe, expect, it } from 'vitest';
import { checkRegistration, checkSignIn } from './validation';

const good = { name: 'Anna Muster', email: 'anna@example.ch', password: 'geheim', acceptsTerms: true };

describe('registration', () => {
  it('accepts a complete form', () => expect(checkRegistration(good)).toEqual({}));
  it('needs a name that is more than spaces', () => expect(checkRegistration({ ...good, name: '  ' })).toHaveProperty('name'));
  it('needs an address with a host', () => expect(checkRegistration({ ...good, email: 'anna@' })).toHaveProperty('email'));
  it('needs six characters, counted as people count', () => {
    expect(checkRegistration({ ...good, password: '12345' })).toHaveProperty('password');
    expect(checkRegistration({ ...good, password: '🙂🙂🙂' })).toHaveProperty('password');
  });
  it('needs the terms', () => expect(checkRegistration({ ...good, acceptsTerms: false })).toEqual({ acceptsTerms: 'accounts.error.terms' }));
});

describe('sign-in', () => {
  it('does not judge the length of a password', () => expect(checkSignIn({ ...good, password: 'x' })).toEqual({}));
  it('needs both', () => expect(Object.keys(checkSignIn({ ...good, email: '', password: '' }))).toEqual(['email', 'password']));
});
