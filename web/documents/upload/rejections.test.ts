import { beforeAll, describe, expect, test } from 'vitest';
import type { DocumentSummary } from '#contract/documents/documents.ts';
import en from '../../locales/app/en.json' with { type: 'json' };
import { speakWith, t } from '../../words.ts';
import { progressText } from '../progress-text.ts';
import { rejectionTexts } from './rejections.ts';

beforeAll(() => speakWith('en', en));

const rejected = (...codes: string[]) => [
  {
    file: new File([], 'lease.txt'),
    errors: codes.map((code) => ({ code, message: 'in the library’s words' })),
  },
];

describe('the reason for rejecting a file', () => {
  test('uses the words of the specification', () => {
    expect(rejectionTexts(t, rejected('file-too-large'))).toEqual(['File is larger than 26214400 bytes']);
    expect(rejectionTexts(t, rejected('file-invalid-type'))).toEqual([
      'File type must be .pdf, .docx, .png, .jpg, .jpeg, .tif, or .tiff',
    ]);
  });
  test('appears once for several files', () => {
    const two = [...rejected('too-many-files'), ...rejected('too-many-files')];
    expect(rejectionTexts(t, two)).toEqual(['Too many files']);
  });
});

describe('the progress of a document', () => {
  const draft = {
    id: 'd',
    title: 'Lease renewal',
    status: 'draft',
    sealedElsewhere: false,
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
    people: [] as DocumentSummary['people'],
    waitingFor: null,
    declinedBy: null,
    folderId: null,
    ownerId: 'ada',
    deletedAt: null,
    thumbnailUrl: '',
    test: false,
    externalId: null,
    metadata: {},
  } as const;

  test('a draft shows what it still lacks', () => {
    expect(progressText(t, draft)).toBe('No recipients yet');
    expect(progressText(t, { ...draft, recipientCount: 2 })).toBe('No fields yet');
    expect(progressText(t, { ...draft, recipientCount: 2, fieldCount: 1 })).toBe('1 field, 2 recipients');
  });
  test('a sent document shows who has signed, and then the seal', () => {
    const sent = { ...draft, status: 'sent', actingCount: 2, actedCount: 1 } as const;
    const waiting = { ...sent, waitingFor: { name: 'Hana Sato', more: 0 } };
    expect(progressText(t, waiting)).toBe('Waiting for Hana Sato');
    expect(progressText(t, { ...waiting, waitingFor: { name: 'Hana Sato', more: 2 } })).toBe(
      'Waiting for Hana Sato and 2 more',
    );
    expect(progressText(t, sent)).toBe('1 of 2 signed');
    expect(progressText(t, { ...sent, sealing: true })).toBe('Sealing');
    expect(progressText(t, { ...sent, sealing: true, sealProblem: 'No key.' })).toBe('Sealing is delayed');
    const elsewhere = { ...sent, status: 'completed', sealedElsewhere: true } as const;
    expect(progressText(t, elsewhere)).toBe('Sealed elsewhere');
    expect(progressText(t, { ...sent, status: 'completed', completedAt: '2026-11-17T12:00:00Z' })).toBe(
      'Sealed Nov 17',
    );
  });
});
