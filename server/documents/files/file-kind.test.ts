import { describe, expect, test } from 'vitest';
import { isRefusal } from '#core/refusal.ts';
import { fileKind, nameByBytes } from './file-kind.ts';

const pdf = Buffer.from('%PDF-1.7\n%âãÏÓ\n', 'latin1');
const zip = Buffer.from([0x50, 0x4b, 0x03, 0x04, 20, 0, 6, 0]);
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]);
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
const heic = Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0', 'latin1');
const compound = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]);
const after = (bytes: number) => Buffer.concat([Buffer.alloc(bytes, 0x20), pdf]);

describe('file types by name and content (S-21)', () => {
  test.each([
    ['lease.pdf', pdf, 'pdf'],
    ['LEASE.PDF', pdf, 'pdf'],
    ['lease.v2.final.pdf', pdf, 'pdf'],
    ['.pdf', pdf, 'pdf'],
    ['lease.pdf', after(12), 'pdf'],
    ['lease.pdf', after(1019), 'pdf'],
    ['lease.pdf', after(1020), 'upload-wrong-type'],
    ['lease.pdf', zip, 'upload-wrong-type'],
    ['lease.pdf', Buffer.concat([zip, pdf]), 'upload-wrong-type'],
    ['lease.pdf', Buffer.from('<html>'), 'upload-wrong-type'],
    ['lease.pdf', Buffer.alloc(0), 'upload-wrong-type'],
    ['lease.docx', zip, 'docx'],
    ['Lease.Docx', zip, 'docx'],
    ['lease.docx', pdf, 'upload-wrong-type'],
    ['lease.docx', Buffer.concat([Buffer.from([0]), zip]), 'upload-wrong-type'],
    ['lease.docx', Buffer.alloc(0), 'upload-wrong-type'],
    ['lease.docx', compound, 'upload-refused'],
    ['lease.docm', zip, 'upload-wrong-type'],
    ['lease.dotm', zip, 'upload-wrong-type'],
    ['lease.doc', compound, 'upload-wrong-type'],
    ['lease.zip', zip, 'upload-wrong-type'],
    ['lease.pdf.exe', pdf, 'upload-wrong-type'],
    ['lease.pdf ', pdf, 'upload-wrong-type'],
    ['lease.pdf\0.docx', pdf, 'upload-wrong-type'],
    ['scan.png', png, 'png'],
    ['scan.JPG', jpeg, 'jpeg'],
    ['scan.png', jpeg, 'jpeg'],
    ['scan.tif', Buffer.from('II*\0'), 'tiff'],
    ['scan.tiff', Buffer.from('MM\0*'), 'tiff'],
    ['photo.heic', jpeg, 'jpeg'],
    ['photo.heic', heic, 'upload-refused'],
    ['photo.jpg', heic, 'upload-refused'],
    ['photo.jpg', pdf, 'upload-wrong-type'],
    ['photo.heic', pdf, 'upload-wrong-type'],
    ['lease.pdf', png, 'upload-wrong-type'],
    ['lease', pdf, 'upload-wrong-type'],
    ['pdf', pdf, 'upload-wrong-type'],
    ['', pdf, 'upload-wrong-type'],
  ])('detects the type of %j: %#', (name, bytes, outcome) => {
    const kind = fileKind(name, bytes);
    expect(isRefusal(kind) ? kind.refused : kind).toBe(outcome);
  });

  test('a file without a name is named by its content, and other files keep their names', () => {
    const named = [
      ['', pdf],
      ['blob', pdf],
      ['blob', zip],
      ['blob', compound],
      ['lease', pdf],
      ['', zip],
      ['', jpeg],
    ] as const;
    expect(named.map(([name, bytes]) => nameByBytes(name, bytes))).toEqual([
      ...['Document.pdf', 'Document.pdf', 'Document.docx', undefined, undefined, 'Document.docx'],
      'Document.jpeg',
    ]);
  });

  test('a view into a larger buffer is checked by its own bytes', () => {
    const around = Buffer.concat([pdf, Buffer.from('no pdf here'), pdf]);
    const within = around.subarray(pdf.length, pdf.length + 11);
    expect(fileKind('lease.pdf', within)).toHaveProperty('refused', 'upload-wrong-type');
  });

  test.each([
    ['lease.docm', zip, 'macros'],
    ['lease.docx', compound, 'password'],
    ['lease.txt', pdf, '.pdf, .docx'],
    ['photo.heic', heic, 'as JPEG'],
    ['lease.pdf', zip, 'named .pdf'],
  ])('the error for %s says what Ada can do', (name, bytes, words) => {
    expect(fileKind(name, bytes)).toHaveProperty('detail', expect.stringContaining(words));
  });
});
