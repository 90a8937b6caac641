import { facts } from '~/lib/facts';
import { describe, expect, it } from 'vitest';
import { briefNames, isMeantAsPhoto, sortFiles, type SniffedFile } from './files';

function file(name: string, format: SniffedFile['format'], size = 1000, type = `image/${format}`): SniffedFile {
  const made = new File(['x'], name, { type });
  Object.defineProperty(made, 'size', { value: size });
  return { file: made, format };
}
const filesOf = (sniffed: readonly SniffedFile[]) => sniffed.map(({ file }) => file);

describe('sortFiles', () => {
  it('keeps the five formats, whatever the files are called', () => {
    const files = [
      file('a', 'jpeg'),
      file('b', 'png'),
      file('c', 'webp'),
      file('d', 'gif'),
      file('IMG_0815', 'heic', 1000, ''),
      file('e.pdf', 'jpeg', 1000, 'application/pdf'),
    ];
    expect(sortFiles(files, 15).accepted).toEqual(filesOf(files));
  });

  it('sets aside what is no such picture, and knows what was meant as one', () => {
    const files = [file('cv.pdf', 'other', 1000, 'application/pdf'), file('b.jpg', 'other', 1000, 'image/jpeg')];
    expect(sortFiles(files, 15)).toMatchObject({ accepted: [], invalid: files });
    expect(files.map(isMeantAsPhoto)).toEqual([false, true]);
  });

  it('ignores what is larger than the limit, not what is as large', () => {
    const exact = file('a', 'jpeg', facts.photos.maxBytes);
    const larger = file('b', 'jpeg', facts.photos.maxBytes + 1);
    expect(sortFiles([exact, larger], 15)).toMatchObject({ accepted: [exact.file], large: [larger.file] });
  });

  it('drops what there is no room for', () => {
    const files = [1, 2, 3].map((n) => file(String(n), 'jpeg'));
    expect(sortFiles(files, 2).surplus).toEqual([files[2]?.file]);
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
