import { expect, test } from 'vitest';
import { isOverlapping, type Area, type LayoutWord } from './page-layout.ts';
import { suggestFields, type Suggestion } from './suggest-fields.ts';

const size = 11;

/**
 * Returns the words of a line whose texts start at given x positions (points). Each letter is half as wide as it
 * is high.
 */
function line(y: number, ...parts: [x: number, text: string][]): LayoutWord[] {
  return parts.flatMap(([x, text]) => {
    let at = x;
    return text.split(' ').map((word) => {
      const width = word.length * size * 0.5;
      const placed = { text: word, x: at, y, width, height: size };
      at += width + size * 0.5;
      return placed;
    });
  });
}

const blank = '_'.repeat(30);
const rule = (x: number, y: number, width: number): Area => ({ x, y, width, height: 0.5 });
const upright = (x: number, y: number, height: number): Area => ({ x, y, width: 0.5, height });

function found(words: LayoutWord[], rules: Area[] = [], squares: Area[] = []): Suggestion[] {
  const fields = suggestFields([{ width: 595, height: 842, words, rules, squares }]);
  const texts = words.filter(({ text }) => !/^(?:_+|\/)$/.test(text));
  // Suggestions must never cover a word.
  for (const field of fields)
    for (const word of texts) {
      const core = { ...word, y: word.y + 2, height: word.height - 4 };
      expect(isOverlapping(field, core), `${field.label} covers ${word.text}`).toBe(false);
    }
  return fields;
}

const kinds = (fields: Suggestion[]) => fields.map(({ type, role }) => [type, role]);

test.each([
  ['Signature:', 'Date:', 'Name:', 'Employer'],
  ['Unterschrift:', 'Datum:', 'Name:', 'Arbeitgeber'],
  ['Firma:', 'Fecha:', 'Nombre:', 'Arrendador'],
  ['Signature :', 'Date :', 'Nom :', 'Locataire'],
  ['Firmato:', 'Data:', 'Nome:', 'Conduttore'],
  ['Handtekening:', 'Datum:', 'Naam:', 'Huurder'],
  ['Podpis:', 'Data:', 'Nazwisko:', 'Pracodawca'],
  ['Assinatura:', 'Data:', 'Nome:', 'Contratante'],
  ['İmza:', 'Tarih:', 'Ad Soyad:', 'Kiracı'],
  ['Подпись:', 'Дата:', 'ФИО:', 'Работодатель'],
  ['Podpis:', 'Datum:', 'Jméno:', 'Nájemce'],
  ['Semnătura:', 'Data:', 'Nume:', 'Angajator'],
  ['Underskrift:', 'Dato:', 'Navn:', 'Lejer'],
  ['Namnteckning:', 'Datum:', 'Namn:', 'Köpare'],
  ['Allekirjoitus:', 'Päiväys:', 'Nimi:', 'Työnantaja'],
  ['Aláírás:', 'Dátum:', 'Név:', 'Bérlő'],
  ['Υπογραφή:', 'Ημερομηνία:', 'Όνομα:', 'Πωλητής'],
  ['हस्ताक्षर:', 'दिनांक:', 'नाम:', 'गवाह'],
  ['署名：', '日付：', '氏名：', '甲'],
  ['签名：', '日期：', '姓名：', '甲方'],
  ['서명:', '날짜:', '성명:', '임대인'],
  ['Chữ ký:', 'Ngày:', 'Họ tên:', 'Bên A'],
  ['Tanda tangan:', 'Tanggal:', 'Nama:', 'Saksi'],
])('%s %s %s', (signature, date, name, role) => {
  const words = [
    ...line(100, [72, role]),
    ...line(140, [72, signature], [160, blank]),
    ...line(170, [72, date], [160, blank]),
    ...line(200, [72, name], [160, blank]),
  ];
  expect(kinds(found(words)).map(([type, of]) => [type, of?.toLowerCase()])).toEqual([
    ['signature', role.toLowerCase()],
    ['date', role.toLowerCase()],
    ['name', role.toLowerCase()],
  ]);
});

test('blanks are to the left of Arabic and Hebrew labels', () => {
  for (const [signature, date] of [
    ['التوقيع:', 'التاريخ:'],
    ['חתימה:', 'תאריך:'],
  ]) {
    const words = [...line(140, [300, blank], [480, signature!]), ...line(170, [300, blank], [480, date!])];
    const fields = found(words);
    expect(fields.map(({ type }) => type)).toEqual(['signature', 'date']);
    for (const field of fields) expect(field.x).toBeGreaterThanOrEqual(299);
    const open = found([...line(140, [480, signature!])]);
    expect(open).toMatchObject([{ type: 'signature' }]);
    expect(open[0]!.x + open[0]!.width).toBeLessThan(480);
  }
});

test('drawn lines are labeled from below, and two columns keep their parties apart', () => {
  const words = [
    ...line(80, [72, 'THE EMPLOYER'], [340, 'THE EMPLOYEE']),
    ...line(135, [72, 'Signature'], [340, 'Signature']),
    ...line(175, [72, 'Date'], [340, 'Date']),
  ];
  const fields = found(words, [
    rule(72, 131, 180),
    rule(340, 131, 180),
    rule(72, 171, 120),
    rule(340, 171, 120),
  ]);
  expect(kinds(fields)).toEqual([
    ['signature', 'Employer'],
    ['signature', 'Employee'],
    ['date', 'Employer'],
    ['date', 'Employee'],
  ]);
  // The bottom of a signature field is on its line.
  expect(fields[0]!.y + fields[0]!.height).toBeCloseTo(132.5, 0);
});

test('already filled blanks, underlined text and lines of a table of contents are not suggested', () => {
  expect(found(line(100, [72, 'Date:'], [120, '27 November 2026']))).toEqual([]);
  expect(found(line(100, [72, 'Signature'], [150, 'Ada Lovelace']), [rule(72, 111, 180)])).toEqual([]);
  expect(found(line(100, [72, 'Contents'], [130, '.........................'], [420, '12']))).toEqual([]);
  expect(found(line(100, [72, 'The date of the signature decides which law applies to it.']))).toEqual([]);
  expect(found([], [rule(72, 60, 450)])).toEqual([]);
});

test('empty table cells are found beside and below their label', () => {
  const rows = [100, 130, 160].map((y) => rule(72, y, 300));
  const columns = [72, 200, 372].map((x) => upright(x, 100, 60));
  const beside = found([...line(110, [76, 'Signature']), ...line(140, [76, 'Date'])], [...rows, ...columns]);
  expect(beside.map(({ type, x }) => [type, x > 200])).toEqual([
    ['signature', true],
    ['date', true],
  ]);
  const below = found(line(110, [76, 'Signature'], [204, 'Date']), [...rows, ...columns]);
  expect(below.map(({ type, y }) => [type, y > 130])).toEqual([
    ['signature', true],
    ['date', true],
  ]);
  const filled = [...line(110, [76, 'Signature']), ...line(110, [204, 'Ada Lovelace'])];
  expect(found(filled, [...rows, ...columns]).filter(({ x }) => x > 200)).toEqual([]);
});

test('labels without a line get a field of a suitable size', () => {
  const fields = found([
    ...line(300, [72, 'COMPANY:']),
    ...line(330, [72, 'By:']),
    ...line(350, [72, 'Name:']),
    ...line(370, [72, 'Title:']),
    ...line(390, [72, 'Date:']),
  ]);
  expect(kinds(fields)).toEqual([
    ['signature', 'Company'],
    ['name', 'Company'],
    ['jobTitle', 'Company'],
    ['date', 'Company'],
  ]);
  for (const { x, height } of fields) {
    expect(x).toBeLessThan(130);
    expect(height).toBeLessThan(26);
  }
});

test('finds blanks for dates, small boxes, and dates without a signature', () => {
  const fields = found(
    [
      ...line(100, [72, 'Date of birth:'], [160, blank]),
      ...line(130, [100, 'I have read the terms']),
      ...line(
        200,
        [72, 'Signature:'],
        [140, blank],
        [350, 'Date:'],
        [390, '____'],
        [414, '/'],
        [421, '____'],
        [445, '/'],
        [452, '______'],
      ),
    ],
    [],
    [{ x: 80, y: 131, width: 10, height: 10 }],
  );
  expect(fields.map(({ type }) => type)).toEqual(['dateEntry', 'checkbox', 'signature', 'date']);
});
