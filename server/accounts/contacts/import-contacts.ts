import { MAX_IMPORTED_CONTACTS, type ImportAnswer, type ImportProblem } from '#contract/accounts/contacts.ts';
import type { CsvFile, CsvRow } from '#core/csv/read-csv.ts';
import { emailHeads, nameHeads } from '#core/csv/heads.ts';
import { plainCell } from '#core/csv/write-csv.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import type { ContactsDeps } from './deps.ts';
import { cardProblem, cleanCard, emailKey, type ContactCard } from './contact.ts';
import { lockContactsByAddress, upsertContacts } from './contact-store.ts';

/** With `write: false`, only reports what would happen. */
type ImportRequest = { accountId: string; csv: string; write: boolean; now: number };

/**
 * Imports contacts from a CSV file with headers. Rows with a problem are skipped and reported. For a known
 * address, values in the row replace the stored ones, and empty cells leave them unchanged. All rows are
 * written in one transaction.
 */
export async function importContacts(
  { db, parsing }: Pick<ContactsDeps, 'db' | 'parsing'>,
  request: ImportRequest,
): Promise<ImportAnswer | Refusal> {
  const limits = { maxRows: MAX_IMPORTED_CONTACTS + 1, maxCells: maxColumns + 1 };
  const file = await parsing.read('csv', { source: request.csv, ...limits });
  const rows = isRefusal(file) ? file : rowsIn(file);
  return isRefusal(rows) ? rows : inTransaction(db, (tx) => importRows(tx, request, rows));
}

type Row = ContactCard & { line: number };

async function importRows(
  tx: Tx,
  { accountId, write, now }: ImportRequest,
  rows: Row[],
): Promise<ImportAnswer> {
  const { good, problems } = sift(rows);
  const known = await lockContactsByAddress(
    tx,
    { accountId, keeper: null },
    good.map(({ email }) => email),
  );
  if (write) {
    const cards = good.map((row): ContactCard => {
      const contact = known.get(emailKey(row.email));
      return {
        email: row.email,
        name: row.name || (contact?.name ?? ''),
        company: row.company || (contact?.company ?? ''),
        note: row.note || (contact?.note ?? ''),
      };
    });
    await upsertContacts(tx, { accountId, keeper: null }, cards, now);
  }
  return {
    added: good.length - known.size,
    updated: known.size,
    refused: problems.length,
    rows: good.slice(0, rowsShown).map((row) => ({ ...row, known: known.has(emailKey(row.email)) })),
    problems: problems.slice(0, rowsShown),
  };
}

const rowsShown = 100;

function sift(rows: Row[]): { good: Row[]; problems: (Row & { problem: ImportProblem })[] } {
  const seen = new Set<string>();
  const good: Row[] = [];
  const problems: (Row & { problem: ImportProblem })[] = [];
  for (const row of rows) {
    const problem = problemOf(row) ?? (seen.has(emailKey(row.email)) ? 'address-repeated' : undefined);
    if (problem) problems.push({ ...shortened(row), problem });
    else {
      seen.add(emailKey(row.email));
      good.push(row);
    }
  }
  return { good, problems };
}

function problemOf(row: Row): ImportProblem | undefined {
  const tooLong = row.name.length > 200 || row.company.length > 200 || row.note.length > 2000;
  return cardProblem(row) ?? (tooLong ? 'too-long' : undefined);
}

/** Shortens long cells for display. */
function shortened({ line, email, name, company, note }: Row): Row {
  const short = (text: string): string => (text.length > 200 ? `${text.slice(0, 199)}…` : text);
  return { line, email: short(email), name: short(name), company: short(company), note: short(note) };
}

/** Contact exports of mail programs have about eighty columns. */
const maxColumns = 200;

function rowsIn({ rows: all, isCut }: CsvFile): Row[] | Refusal {
  const [head, ...rows] = all;
  if (head && head.cells.length > maxColumns) {
    return refuse(
      'contacts-file-unreadable',
      `The header row has more than ${maxColumns} columns. Keep Email, Name, Company and Note, and remove the others.`,
    );
  }
  const columns = columnsOf(head);
  if (columns.email.length === 0) {
    return refuse(
      'contacts-file-unreadable',
      'This file has no column called Email. The first line must name the columns: Email, Name, Company, Note.',
    );
  }
  if (isCut) {
    return refuse(
      'contacts-file-too-long',
      `This file has more than ${MAX_IMPORTED_CONTACTS} rows. Split it and import the parts one by one.`,
    );
  }
  return rows.map(({ line, cells }) => {
    const text = (at: number[]): string =>
      at
        .map((index) => plainCell(cells[index] ?? '').trim())
        .filter((part) => part !== '')
        .join(' ');
    const card = {
      email: text(columns.email.slice(0, 1)),
      name: text(columns.name),
      company: text(columns.company.slice(0, 1)),
      note: text(columns.note.slice(0, 1)),
    };
    return { ...cleanCard(card), line };
  });
}

type Column = keyof ContactCard;

/** Returns the column indexes of each detail. A name may be split into two columns, first and last name. */
function columnsOf(head: CsvRow | undefined): Record<Column, number[]> {
  const columns: Record<Column, number[]> = { email: [], name: [], company: [], note: [] };
  const heads = (head?.cells ?? []).map((cell) => cell.trim().toLowerCase());
  const hasWholeName = heads.some((text) => headsOf.name.includes(text));
  heads.forEach((text, index) => {
    const column = (Object.keys(headsOf) as Column[]).find((name) => headsOf[name].includes(text));
    if (column) columns[column].push(index);
    else if (!hasWholeName && partsOfName.includes(text)) columns.name.push(index);
  });
  if (hasWholeName) columns.name = columns.name.slice(0, 1);
  return columns;
}

/** Header names that spreadsheets and mail programs use in our languages, in lowercase. */
const headsOf: Record<Column, readonly string[]> = {
  email: emailHeads,
  name: nameHeads,
  company: [
    ...[
      'company',
      'organization',
      'organisation',
      'organization name',
      'company name',
      'firma',
      'unternehmen',
    ],
    ...['empresa', 'compañía', 'organización', 'société', 'entreprise', 'الشركة', 'المؤسسة'],
  ],
  note: [
    ...['note', 'notes', 'comment', 'notiz', 'notizen', 'bemerkung', 'bemerkungen', 'nota', 'notas'],
    ...['comentario', 'remarque', 'remarques', 'commentaire', 'ملاحظة', 'ملاحظات'],
  ],
};
const partsOfName: readonly string[] = [
  'first name',
  'given name',
  'middle name',
  'last name',
  'family name',
  'surname',
  ...['vorname', 'nachname', 'nombre', 'apellido', 'apellidos', 'prénom', 'nom', 'nom de famille'],
];
