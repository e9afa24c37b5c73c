import i18next from 'i18next';
import { beforeAll, describe, expect, test } from 'vitest';
import { words } from '../locales/en/index.ts';
import { progressText } from './progress-text.ts';
import { rejectionTexts } from './rejections.ts';

beforeAll(() => i18next.init({ lng: 'en', resources: { en: { translation: words } } }));

const rejected = (...codes: string[]) => [
  {
    file: new File([], 'lease.txt'),
    errors: codes.map((code) => ({ code, message: 'in the library’s words' })),
  },
];

describe('why a file is refused', () => {
  test('is said in the words of the specification', () => {
    expect(rejectionTexts(i18next.t, rejected('file-too-large'))).toEqual([
      'File is larger than 26214400 bytes',
    ]);
    expect(rejectionTexts(i18next.t, rejected('file-invalid-type'))).toEqual([
      'File type must be .pdf or .docx',
    ]);
  });
  test('is said once for several files', () => {
    const two = [...rejected('too-many-files'), ...rejected('too-many-files')];
    expect(rejectionTexts(i18next.t, two)).toEqual(['Too many files']);
  });
});

describe('how far a document has come', () => {
  const draft = {
    id: 'd',
    title: 'Lease renewal',
    status: 'draft',
    sealing: false,
    sealProblem: null,
    fileSize: 1,
    pageCount: 1,
    createdAt: '2026-11-18T12:00:00Z',
    updatedAt: '2026-11-18T12:00:00Z',
    sentAt: null,
    completedAt: null,
    expirationDate: null,
    recipientCount: 0,
    actingCount: 0,
    actedCount: 0,
    fieldCount: 0,
    folderId: null,
    ownerId: 'ada',
    deletedAt: null,
    thumbnailUrl: '',
  } as const;

  test('is what a draft still lacks', () => {
    expect(progressText(i18next.t, draft)).toBe('No recipients yet');
    expect(progressText(i18next.t, { ...draft, recipientCount: 2 })).toBe('No fields yet');
    expect(progressText(i18next.t, { ...draft, recipientCount: 2, fieldCount: 1 })).toBe(
      '1 field, 2 recipients',
    );
  });
  test('is who has signed, then the seal', () => {
    const sent = { ...draft, status: 'sent', actingCount: 2, actedCount: 1 } as const;
    expect(progressText(i18next.t, sent)).toBe('1 of 2 signed');
    expect(progressText(i18next.t, { ...sent, sealing: true })).toBe('Sealing');
    expect(progressText(i18next.t, { ...sent, sealing: true, sealProblem: 'No key.' })).toBe(
      'Sealing is delayed',
    );
    expect(
      progressText(i18next.t, { ...sent, status: 'completed', completedAt: '2026-11-17T12:00:00Z' }),
    ).toBe('Sealed Nov 17');
  });
});
