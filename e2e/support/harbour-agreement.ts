import { makeDocx } from '#testing/docx/make-docx.ts';
import type { UploadFile } from './corpus.ts';

/** A realistic agreement of two pages in Word, with the signatures on the second page. */
export function harbourAgreement(name = 'crane-maintenance-agreement.docx'): UploadFile {
  const body = [
    heading('Crane maintenance agreement'),
    text(
      'between Harbour Robotics AB, Quay 7, Gothenburg (the ‘Customer’), and Okafor & Sons Ltd, 14 Dock Road, Bristol (the ‘Contractor’), together the ‘Parties’.',
    ),
    ...clauses.flatMap(([title, ...paragraphs], index) => [
      clause(`${index + 1}.  ${title}`, index === 4),
      ...paragraphs.map((words) => text(words)),
    ]),
    text('Signed by the Parties on the dates written below.', 'before="240"'),
    signatures,
  ];
  return {
    name,
    mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    buffer: Buffer.from(makeDocx({ paragraphs: [], body: body.join('') })),
  };
}

const clauses: [title: string, ...paragraphs: string[]][] = [
  [
    'Subject',
    'The Contractor inspects, maintains and repairs the four gantry cranes listed in Annex A, at the Customer’s berths 11 to 14, during the term of this agreement.',
    'Work that is not listed in Annex B is offered separately and begins only after the Customer has accepted the offer in writing.',
  ],
  [
    'Term',
    'This agreement begins on 1 January 2027 and runs for two years. It is renewed for one year at a time unless a Party gives notice in writing three months before the end of a term.',
  ],
  [
    'Inspections',
    'Each crane is inspected every three months and after every wind above 28 m/s. The Contractor reports within five working days what was found, what was done, and what has to be done next.',
    'The Customer keeps the berth free for the announced day. A day that is lost because the berth was not free is charged at the rate of Annex C.',
  ],
  [
    'Response',
    'When a crane stands still, the Contractor is on site within eight hours on working days and within sixteen hours otherwise. The time counts from the Customer’s call.',
  ],
  [
    'Fees',
    'The Customer pays 18 400 euros for each quarter, in advance, within thirty days of the invoice. Spare parts are charged at cost with a handling fee of six per cent.',
    'Fees rise once a year, not before the second year, and by no more than the index of producer prices.',
  ],
  [
    'Safety',
    'The Contractor’s people follow the Customer’s rules for the quay. The Customer hands over each crane locked, without load, and with the log of the last thirty days.',
  ],
  [
    'Liability',
    'A Party is liable for damage that it causes with intent or by negligence. Liability for lost profit is limited to the fees of one year, except for intent and gross negligence.',
  ],
  [
    'Confidence',
    'What the Parties learn about each other’s business stays between them, also for three years after the end of this agreement.',
  ],
  [
    'Law',
    'Swedish law applies. Disputes are settled by arbitration in Gothenburg, in English, by one arbitrator.',
  ],
];

const font = '<w:rFonts w:ascii="Liberation Serif" w:hAnsi="Liberation Serif" w:cs="Liberation Serif"/>';

type Look = { size: number; bold?: boolean; newPage?: boolean; spacing: string };

/** `size` is in half points, `spacing` in twentieths of a point, as in Word. */
function paragraph(words: string, { size, bold = false, newPage = false, spacing }: Look): string {
  const run = `<w:rPr>${font}${bold ? '<w:b/>' : ''}<w:sz w:val="${size}"/></w:rPr>`;
  const safe = words.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  return `<w:p><w:pPr>${newPage ? '<w:pageBreakBefore/>' : ''}<w:spacing ${spacing}/></w:pPr><w:r>${run}<w:t xml:space="preserve">${safe}</w:t></w:r></w:p>`;
}

const heading = (words: string) =>
  paragraph(words, { size: 36, bold: true, spacing: 'w:before="120" w:after="240"' });
const clause = (words: string, newPage: boolean) =>
  paragraph(words, { size: 23, bold: true, newPage, spacing: 'w:before="240" w:after="60"' });
const text = (words: string, before = '') =>
  paragraph(words, {
    size: 22,
    spacing: `${before && `w:${before} `}w:after="100" w:line="276" w:lineRule="auto"`,
  });

/** Two columns, each with the signer, a line to sign on, and the text below it. */
const signatures = `<w:tbl><w:tblPr><w:tblW w:w="9000" w:type="dxa"/></w:tblPr>${[
  ['For Harbour Robotics AB', 'For Okafor & Sons Ltd'],
  ['', ''],
  ['', ''],
  ['______________________________', '______________________________'],
  ['Grace Lindqvist, Head of Operations', 'Linus Okafor, Managing Director'],
  ['', ''],
  ['Date: ________________', 'Date: ________________'],
  ['Cost centre: _____________', ''],
]
  .map(
    (cells) =>
      `<w:tr>${cells.map((cell) => `<w:tc><w:tcPr><w:tcW w:w="4500" w:type="dxa"/></w:tcPr>${text(cell)}</w:tc>`).join('')}</w:tr>`,
  )
  .join('')}</w:tbl><w:p/>`;
