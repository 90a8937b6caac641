import { describe, expect, it } from 'vitest';
import { checkCode, checkNewPassword, checkRegistration, checkSignIn } from './validation';

const good = { name: 'Petra Muster', email: 'petra@example.org', password: 'geheim', acceptsTerms: true };

describe('registration', () => {
  it('accepts a complete form', () => expect(checkRegistration(good)).toEqual({}));
  it('needs a name that is more than spaces', () =>
    expect(checkRegistration({ ...good, name: '  ' })).toHaveProperty('name'));
  it('needs an address with a host', () =>
    expect(checkRegistration({ ...good, email: 'petra@' })).toHaveProperty('email'));
  it('needs six characters, counted as people count', () => {
    expect(checkRegistration({ ...good, password: '12345' })).toHaveProperty('password');
    expect(checkRegistration({ ...good, password: '🙂🙂🙂' })).toHaveProperty('password');
  });
  it('needs the terms', () =>
    expect(checkRegistration({ ...good, acceptsTerms: false })).toEqual({ acceptsTerms: 'accounts.error.terms' }));
});

describe('sign-in', () => {
  it('does not judge the length of a password', () => expect(checkSignIn({ ...good, password: 'x' })).toEqual({}));
  it('needs both', () =>
    expect(Object.keys(checkSignIn({ ...good, email: '', password: '' }))).toEqual(['email', 'password']));
});

describe('a new password', () => {
  it('needs both fields', () =>
    expect(checkNewPassword({ password: '', repeated: '' })).toEqual({
      password: 'accounts.error.newPasswordMissing',
      repeated: 'accounts.error.repeatedMissing',
    }));
  it('needs six characters', () =>
    expect(checkNewPassword({ password: '12345', repeated: '12345' })).toEqual({
      password: 'accounts.error.passwordShort',
    }));
  it('must be repeated as it is', () =>
    expect(checkNewPassword({ password: 'geheim-7', repeated: 'geheim-8' })).toEqual({
      repeated: 'accounts.error.passwordsDiffer',
    }));
  it('is fine when both are the same', () =>
    expect(checkNewPassword({ password: 'geheim-7', repeated: 'geheim-7' })).toEqual({}));
});

describe('a code', () => {
  it('has six characters at least', () =>
    expect([checkCode({ code: ' 12345 ' }), checkCode({ code: '123456' })]).toEqual([
      { code: 'accounts.error.codeMissing' },
      {},
    ]));
});
