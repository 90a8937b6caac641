import { facts } from '~/lib/facts';
import { describe, expect, it } from 'vitest';
import { briefNames, sortFiles } from './files';

function file(name: string, type: string, size = 1000): File {
  const made = new File(['x'], name, { type });
  Object.defineProperty(made, 'size', { value: size });
  return made;
}

describe('sortFiles', () => {
  it('keeps the four picture types and the odd name of one', () => {
    const files = [file('a', 'image/jpeg'), file('b', 'image/png'), file('c', 'image/webp'), file('d', 'image/gif'), file('e', 'image/jpg')];
    expect(sortFiles(files, 15).accepted).toEqual(files);
  });

  it('sets aside what is no such picture', () => {
    const pdf = file('cv.pdf', 'application/pdf');
    expect(sortFiles([pdf, file('a', 'image/heic')], 15)).toMatchObject({ accepted: [], invalid: [pdf, expect.any(File)] });
  });

  it('ignores what is larger than the limit, not what is as large', () => {
    const exact = file('a', 'image/jpeg', facts.photos.maxBytes);
    const larger = file('b', 'image/jpeg', facts.photos.maxBytes + 1);
    expect(sortFiles([exact, larger], 15)).toMatchObject({ accepted: [exact], large: [larger] });
  });

  it('drops what there is no room for', () => {
    const files = [1, 2, 3].map((n) => file(String(n), 'image/jpeg'));
    expect(sortFiles(files, 2).surplus).toEqual([files[2]]);
    expect(sortFiles(files, -1).accepted).toEqual([]);
  });
});

describe('briefNames', () => {
  it('leaves short lists alone', () => expect(briefNames(['a.jpg', 'b.jpg'])).toBe('a.jpg, b.jpg'));
  it('cuts long ones to fifty characters', () => {
    const cut = briefNames(Array.from({ length: 9 }, (_, n) => `urlaub-${n}.jpeg`));
    expect(cut).toHaveLength(50);
    expect(cut.endsWith('…')).toBe(true);
  });
});
