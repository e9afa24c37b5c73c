import { randomUUID } from 'node:crypto';
import type { ForgedRow, Tables } from './pack-archive.ts';
import { grace } from '../cast.ts';
import { sampleLease } from '../documents/sample-lease.ts';
import { addEvent, editRows, inOrderOfExport, rechain, rowsOfDocument } from './forged-rows.ts';

/** Alters one document of an archive. `others` are unaltered documents of the same archive. */
export type Forgery = (tables: Tables, document: string, others: readonly string[]) => void;

const banker = { name: 'Bill Banker', email: 'ceo@bigbank.example' };
const longAgo = '2025-01-01T00:00:00.000Z';

const editing =
  (table: string, change: (row: ForgedRow) => ForgedRow): Forgery =>
  (tables, document) =>
    editRows(tables, table, document, change);
const ofGrace =
  (change: ForgedRow): Forgery =>
  (tables, document) =>
    editRows(tables, 'recipients', document, (row) =>
      row['email'] === grace.email ? { ...row, ...change } : row,
    );
const without =
  (table: string, isLeftOut: (row: ForgedRow) => boolean): Forgery =>
  (tables, document) =>
    tables.set(
      table,
      tables.rows(table).filter((row) => row['document_id'] !== document || !isLeftOut(row)),
    );
const adding =
  (table: string, change: (row: ForgedRow) => ForgedRow): Forgery =>
  (tables, document) => {
    const [row] = rowsOfDocument(tables, table, document);
    tables.set(table, inOrderOfExport([...tables.rows(table), change(row!)], table));
  };
/** Uses the rows of another document for a table. */
const borrowed =
  (...names: string[]): Forgery =>
  (tables, document, others) => {
    for (const table of names) {
      const theirs = rowsOfDocument(tables, table, others[0]!).map((row) => ({
        ...row,
        document_id: document,
      }));
      const rest = tables.rows(table).filter((row) => row['document_id'] !== document);
      tables.set(table, inOrderOfExport([...rest, ...theirs], table));
    }
  };
const idOfOther = (id: unknown): string => `f${String(id).slice(1)}`;

/** Needs a completed document with a text field, signed by Grace, with a copy for Linus. */
export const forgeries: Readonly<Record<string, Forgery>> = {
  'a renamed person': ofGrace({ name: banker.name }),
  'another address': ofGrace({ email: banker.email }),
  'another role': ofGrace({ role: 'approver' }),
  'another status': ofGrace({ status: 'declined' }),
  'another order': ofGrace({ turn: 7 }),
  'a moved signature': ofGrace({ acted_at: longAgo }),
  'a reason for declining': ofGrace({ decline_reason: 'Too dear' }),
  'a withdrawn consent': ofGrace({ consent_withdrawn_at: longAgo }),
  'an erased person': ofGrace({ erased_at: longAgo, name: '', email: '' }),
  'an added recipient': adding('recipients', (row) => ({
    ...row,
    ...banker,
    id: idOfOther(row['id']),
    position: 9,
    role: 'cc',
    status: 'waiting',
    acted_at: null,
  })),
  'a recipient twice': adding('recipients', (row) => row),
  'a recipient of another document': (tables, document, [other]) => {
    const [row] = rowsOfDocument(tables, 'recipients', other!);
    const added = { ...row, document_id: document };
    tables.set('recipients', inOrderOfExport([...tables.rows('recipients'), added]));
  },
  'an omitted recipient': without('recipients', (row) => row['email'] === grace.email),
  'another title': editing('documents', (row) => ({ ...row, title: 'Loan 900000' })),
  'another time of sending': editing('documents', (row) => ({ ...row, sent_at: longAgo })),
  'another time of completion': editing('documents', (row) => ({ ...row, completed_at: longAgo })),
  'another file name': editing('documents', (row) => ({ ...row, file_name: 'loan.pdf' })),
  'another order of signing': editing('documents', (row) => ({ ...row, signing_order: 'sequential' })),
  'other formats': editing('documents', (row) => ({
    ...row,
    formats: { timeZone: 'Asia/Kolkata', dateFormat: 'dd.MM.yyyy', numberFormat: '1.234,56' },
  })),
  'another look of printed values': editing('documents', (row) => ({
    ...row,
    formats: { ...(row['formats'] as object), look: { size: 6, color: 'blue' } },
  })),
  'another base file': (tables, document) => {
    const base_sha256 = tables.file(sampleLease(9));
    editRows(tables, 'documents', document, (row) => ({ ...row, base_sha256 }));
  },
  'another original file': (tables, document) => {
    const original_sha256 = tables.file(sampleLease(8));
    editRows(tables, 'documents', document, (row) => ({ ...row, original_sha256 }));
  },
  'another size of the base file': editing('documents', (row) => ({ ...row, base_size: 1 })),
  'a missing page': editing('documents', ({ pages, ...row }) => ({
    ...row,
    pages: (pages as object[]).slice(1),
  })),
  'another value': editing('field_values', (row) => ({ ...row, value: '900000' })),
  'another printed form': editing('field_values', (row) => ({ ...row, printed: '900.000' })),
  'an omitted value': without('field_values', () => true),
  'a moved field': editing('fields', (row) => ({ ...row, x: Number(row['x']) + 40 })),
  'an omitted field': without('fields', (row) => row['type'] === 'text'),
  'a field of another type': editing('fields', (row) => ({ ...row, type: 'text' })),
  'a field of another person': (tables, document) => {
    // The order of people who were created in the same millisecond is random in an archive.
    const people = rowsOfDocument(tables, 'recipients', document).map(({ id }) => id);
    editRows(tables, 'fields', document, (row) => ({
      ...row,
      recipient_id: people.find((id) => id !== row['recipient_id']),
    }));
  },
  'another rule of a field': editing('fields', (row) => ({ ...row, properties: { maxLength: 3 } })),
  'another signature': editing('signatures', (row) => ({ ...row, signature_text: banker.name })),
  'another disclosure': editing('signatures', (row) => ({ ...row, locale: 'ar' })),
  'another kind of signature': editing('signatures', (row) => ({ ...row, act: 'approved' })),
  'an omitted signature': without('signatures', () => true),
  'signatures of another document': borrowed('signatures'),
  'a rebuilt trail': (tables, document) =>
    rechain(tables, document, (event) =>
      event.type === 'document_signed' ? { ...event, occurredAt: longAgo } : event,
    ),
  'the trail of another document': borrowed('events', 'event_values'),
  'the evidence of another document, under this id': (tables, document, others) => {
    borrowed('events', 'event_values')(tables, document, others);
    rechain(tables, document, (event) => ({ ...event, documentId: document }));
  },
  'a reordered trail': (tables, document) => {
    const rows = rowsOfDocument(tables, 'events', document);
    const last = rows.length;
    editRows(tables, 'events', document, (row) => {
      const seq = Number(row['seq']);
      return { ...row, seq: seq === 2 ? last : seq === last ? 2 : seq };
    });
  },
  'an event twice': adding('events', (row) => row),
  'an event listed as another type': editing('events', (row) =>
    row['type'] === 'document_signed' ? { ...row, type: 'document_approved' } : row,
  ),
  'an event at another time': editing('events', (row) =>
    row['type'] === 'document_signed' ? { ...row, occurred_at: longAgo } : row,
  ),
  'a truncated trail': (tables, document) => {
    const cut = Number(
      rowsOfDocument(tables, 'events', document).find(({ type }) => type === 'document_sealed')!['seq'],
    );
    for (const table of ['events', 'event_values'])
      without(table, ({ seq }) => Number(seq) > cut)(tables, document, []);
    editRows(tables, 'documents', document, (row) => ({ ...row, completed_at: longAgo }));
  },
  'a trail that ends before the seal': (tables, document) =>
    without('events', ({ seq }) => Number(seq) > 4)(tables, document, []),
  'a missing trail': without('events', () => true),
  'a deleted agreement': without('event_values', ({ name }) => name === 'agreement'),
  'a deleted network address': without('event_values', ({ name }) => name === 'ip'),
  'another network address': editing('event_values', (row) =>
    row['name'] === 'ip' ? { ...row, value: '194.25.0.68' } : row,
  ),
  'the sealed file of another document': (tables, document, [other]) => {
    const [theirs] = rowsOfDocument(tables, 'documents', other!);
    const { sealed_sha256, sealed_size } = theirs!;
    editRows(tables, 'documents', document, (row) => ({ ...row, sealed_sha256, sealed_size }));
  },
  'an upload as the sealed file': (tables, document) => {
    const sealed_sha256 = tables.file(sampleLease(7));
    editRows(tables, 'documents', document, (row) => ({ ...row, sealed_sha256 }));
  },
  'a sealed file followed by text': (tables, document) => {
    const [row] = rowsOfDocument(tables, 'documents', document);
    const bytes = Buffer.concat([tables.bytes(String(row!['sealed_sha256'])), Buffer.from('\n% more\n')]);
    const sealed_sha256 = tables.file(bytes);
    editRows(tables, 'documents', document, (one) => ({ ...one, sealed_sha256 }));
  },
  'an invalid augmentation': (tables, document) => {
    const augmentation_sha256 = tables.file(Buffer.from('\n% more\n'));
    editRows(tables, 'documents', document, (row) => ({ ...row, augmentation_sha256 }));
  },
  'a file that the archive lacks': editing('documents', (row) => ({
    ...row,
    sealed_sha256: 'a'.repeat(64),
  })),
  'an unknown status': editing('documents', (row) => ({ ...row, status: 'blessed' })),
  'a missing sealed file': editing('documents', (row) => ({ ...row, sealed_sha256: null })),
  'a sealed file of a document still out for signature': editing('documents', (row) => ({
    ...row,
    status: 'sent',
  })),
  'a completed document as a draft': editing('documents', (row) => ({
    ...row,
    status: 'draft',
    sealed_sha256: null,
    completed_at: null,
    sent_at: null,
  })),
  'a test document': editing('documents', (row) => ({ ...row, test: true })),
  'an invalid time': editing('documents', (row) => ({ ...row, updated_at: 'yesterday' })),
  'a document twice': (tables, document) => {
    const [row] = rowsOfDocument(tables, 'documents', document);
    tables.set('documents', inOrderOfExport([...tables.rows('documents'), row!], 'documents'));
  },
  'an action after the seal that the sealed evidence lacks': (tables, document) => {
    const [recipient] = rowsOfDocument(tables, 'recipients', document);
    const actor = { kind: 'recipient', id: String(recipient!['id']) } as const;
    addEvent(tables, document, { type: 'document_declined', actor, data: {} }, { reason: 'Never.' });
    ofGrace({ status: 'declined', decline_reason: 'Never.' })(tables, document, []);
  },
  'a folder that the archive lacks': editing('documents', (row) => ({ ...row, folder_id: randomUUID() })),
};
