import { expect, it } from 'vitest';
import type { PhotoReason } from '../core/port.js';
import { agreementLines, agreementOf, breachesOfAgreement, type Words } from '../quality/agreement.js';

const words = (count: number, server: PhotoReason | null, device: PhotoReason | null): Words[] =>
  Array.from({ length: count }, (_, i) => ({ name: `${server} ${device} ${i}`, server, device }));

const good = [...words(300, null, null), ...words(80, 'blurred', 'blurred'), ...words(20, 'blurred', null)];

it('counts each refusal of the device that is not the word of the server, and what is sent for nothing', () => {
  const found = agreementOf([...good, ...words(2, null, 'too_dark'), ...words(3, 'sunglasses', 'too_dark')]);
  expect(found.shares).toEqual({
    differing: { count: 5, of: 405 },
    wronglyRefused: { count: 2, of: 302 },
    caught: { count: 80, of: 103 },
  });
  expect(found.reasons).toEqual([
    { reason: 'blurred', server: 100, caught: 80, sentForNothing: 20, differing: 0 },
    { reason: 'sunglasses', server: 3, caught: 0, sentForNothing: 0, differing: 0 },
    { reason: 'too_dark', server: 0, caught: 0, sentForNothing: 0, differing: 5 },
  ]);
  expect(agreementLines(found).join('\n')).toMatch(
    /Fotos\n.*5 von 405 \(1\.23 %\)[^]*null too_dark 1: Gerät too_dark, Server gut/,
  );
});

it('breaks its bounds beyond 2 % of all, ½ % of the good ones, and where too little is kept back', () => {
  const breaches = (...more: Words[]) => breachesOfAgreement(agreementOf([...good, ...more]));
  expect(breaches(...words(8, 'too_small', 'blurred'))).toEqual([]);
  expect(breaches(...words(9, 'too_small', 'blurred'))).toEqual(['differing']);
  expect(breaches(...words(1, null, 'blurred'))).toEqual([]);
  expect(breaches(...words(2, null, 'blurred'))).toEqual(['wronglyRefused']);
  expect(breaches(...words(60, 'too_small', null))).toEqual(['caught']);
  expect(breachesOfAgreement(agreementOf([]))).not.toEqual([]);
});
