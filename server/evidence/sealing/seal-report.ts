import { boxToPage, type PageGeometry } from '#core/field/layout/geometry.ts';
import { isolate, namedAddress } from '#core/language/isolate.ts';
import { readLogProof } from '#core/log/checkpoint.ts';
import { canonicalJson } from '#core/trail/canonical.ts';
import { eventNames } from '#core/trail/event-names.ts';
import type { TrailEvent } from '#core/trail/event.ts';
import type { Report, ReportedDocument, ReportScope } from '#core/report/report.ts';
import { dict, name, ref } from '#pdf/objects/objects.ts';
import { writePdfFile } from '#pdf/objects/write-file.ts';
import { sealPdf } from '#pdf/sign/seal-pdf.ts';
import type { AppendixBlock } from '#pdf/stamp/appendix/blocks.ts';
import { verifyPdf } from '#pdf/verify/verify-pdf.ts';
import { serviceName } from '../../foundation/http/pages/service-name.ts';
import type { SealingDeps } from './deps.ts';

const page: PageGeometry = { width: 595, height: 842, rotate: 0, crop: [0, 0, 595, 842], userUnit: 1 };

/**
 * Returns the report as a sealed PDF with the report attached as JSON, so that readers who trust the seal can
 * check every line.
 */
export async function reportPdf(
  {
    pdf,
    key,
    clock,
    config,
  }: Pick<SealingDeps, 'pdf' | 'key' | 'clock'> & Partial<Pick<SealingDeps, 'config'>>,
  report: Report,
): Promise<Uint8Array> {
  const base = emptyPage();
  const service = serviceName(config);
  const stamps = cover(report);
  const composition = {
    base,
    stamps: stamps.map(({ stamp }) => stamp),
    appendix: [{ blocks: blocksOf(report, service), language: 'en', footer }],
    attachments: [asJson(report)],
    info: { title: 'Audit report' },
  };
  const additions = { pages: [page], boxes: stamps.map(({ box }) => box) };
  const added = await pdf.add({ composition, additions }, report.account.id);
  if ('wrong' in added) throw new Error(`A report could not be drawn: ${added.wrong.sentence}`);
  const reason = `Audit report. Digest ${report.digest}`;
  const sealed = await sealPdf({
    pdf: base,
    revision: added.revision,
    key,
    at: clock(),
    name: service,
    reason,
  });
  const { verdict, problems } = await verifyPdf(sealed, { roots: key.chain.slice(-1), timestampRoots: [] });
  if (verdict !== 'sealed-unchanged') throw new Error(`A report could not be sealed: ${problems.join(', ')}`);
  return sealed;
}

const footer = { text: 'Audit report', label: 'Page {page} of {pages}' };

/** Returns a blank A4 page for the cover. */
function emptyPage(): Uint8Array {
  const objects = new Map([
    [1, dict({ Type: name('Catalog'), Pages: ref(2) })],
    [2, dict({ Type: name('Pages'), Count: 1, Kids: [ref(3)] })],
    [3, dict({ Type: name('Page'), Parent: ref(2), MediaBox: [0, 0, 595, 842], Resources: dict({}) })],
  ]);
  return writePdfFile(objects, dict({ Root: ref(1) }));
}

/** The cover contains no user input. User input of any length fits on the pages that follow. */
function cover({ scope, madeAt, digest }: Report) {
  const lines = [
    { text: 'Audit report', size: 30, y: 300, height: 40 },
    { text: `${day(scope.from)} to ${day(scope.to)}, UTC`, size: 12, y: 352, height: 20 },
    { text: `Made ${time(madeAt)} UTC`, size: 10, y: 378, height: 18 },
    { text: `Digest ${digest}`, size: 8, y: 400, height: 14 },
  ];
  return lines.map(({ text, size, y, height }) => {
    const place = { x: 60, y, width: 475, height };
    const matrix = boxToPage(page, place);
    return {
      stamp: { kind: 'text' as const, page: 0, matrix, width: place.width, height, text, size },
      box: { ...place, page: 1, matrix: [...matrix] as typeof matrix, text, ink: false },
    };
  });
}

function about({ person, document, folder }: ReportScope): string {
  if (document) return `About the document ‘${document.title}’`;
  const parts = [
    folder && `the folder ‘${folder.name}’`,
    person && `everyone whose name contains ‘${person}’`,
  ].filter(Boolean);
  return parts.length === 0 ? 'About the whole account' : `About ${parts.join(' and ')}`;
}

function blocksOf(report: Report, service: string): AppendixBlock[] {
  const { documents, account_events: ofAccount } = report;
  const eventCount = documents.reduce(
    (sum, { events }) => sum + events.filter(({ asked }) => asked).length,
    0,
  );
  return [
    { kind: 'title', text: 'Audit report', subtitle: about(report.scope) },
    {
      kind: 'facts',
      rows: [
        { label: 'Account', value: report.account.name || report.account.id },
        { label: 'From', value: time(report.scope.from) },
        { label: 'Until', value: time(report.scope.to) },
        { label: 'Documents', value: String(documents.length) },
        { label: 'Events', value: `${eventCount} of documents, ${ofAccount.events.length} of the account` },
        {
          label: 'Made',
          value: `${time(report.madeAt)} by ${namedAddress(report.madeBy.name, report.madeBy.email)}`,
        },
        { label: 'Digest', value: report.digest },
      ],
    },
    { kind: 'heading', text: 'What this report shows' },
    { kind: 'paragraph', text: limits(service), tone: 'muted' },
    ...documents.flatMap((document) => documentBlocks(document, service)),
    ...accountBlocks(report, service),
  ];
}

const limits = (service: string): string =>
  'This report contains everything that was recorded for each document in the period, with the hashes that chain the ' +
  'events. No event between the first and the last can be missing or changed without breaking a hash. The file ' +
  `report.json in this PDF contains all of it and can be checked without ${service}. If a document has a number in ` +
  'the log, whose heads anyone can keep, no one can later change or omit what is stated here. This service states, ' +
  'under its seal, that no whole document was left out. Only this report chains the events of the account.';

function documentBlocks(
  { id, title, status, trail, events, steps, logProof }: ReportedDocument,
  service: string,
): AppendixBlock[] {
  const rows = events
    .filter(({ asked }) => asked)
    .map(({ body, values }) => {
      const event = JSON.parse(body) as TrailEvent;
      const who = values['actorEmail']?.value ?? values['recipientEmail']?.value ?? service;
      return [time(event.occurredAt), eventNames[event.type] ?? event.type, who];
    });
  return [
    { kind: 'heading', text: isolate(title || id, 'en') },
    {
      kind: 'facts',
      rows: [
        { label: 'Document', value: id },
        { label: 'Status', value: status },
        {
          label: 'Trail',
          value: `${trail.events} events, ${trail.asRecorded ? 'as recorded' : 'NOT as it was recorded'}`,
        },
        { label: 'Last hash', value: trail.head },
        { label: 'Log', value: loggedIn(logProof) },
      ],
    },
    ...(steps.length === 0 ? [] : [stepTable(steps)]),
    table(['Time (UTC)', 'Event', 'Who'], [0.28, 0.34, 0.38], rows),
  ];
}

function loggedIn(logProof: string | null): string {
  const proof = logProof === null ? undefined : readLogProof(logProof);
  if (!proof) return 'not in it when this report was made';
  return `the last event here is number ${proof.index + 1} of the ${proof.checkpoint.size} in the log`;
}

function stepTable(steps: ReportedDocument['steps']): AppendixBlock {
  const rows = steps.map((step) => [
    step.email,
    step.invitedAt ? time(step.invitedAt) : '–',
    step.openedAt ? time(step.openedAt) : '–',
    step.act ? `${step.act} ${time(step.actedAt ?? '')}` : '–',
    step.durationMs === null ? '–' : inWords(step.durationMs),
  ]);
  return table(['Recipient', 'Invited', 'Opened', 'Done', 'Took'], [0.28, 0.19, 0.19, 0.22, 0.12], rows);
}

function accountBlocks({ account_events: { events, head } }: Report, service: string): AppendixBlock[] {
  if (events.length === 0) return [];
  return [
    { kind: 'heading', text: 'The account itself' },
    { kind: 'facts', rows: [{ label: 'Last hash', value: head }] },
    table(
      ['Time (UTC)', 'Event', 'Who'],
      [0.28, 0.34, 0.38],
      events.map((event) => [
        time(event.occurredAt),
        event.detail ? `${sentence(event.type)}: ${event.detail}` : sentence(event.type),
        event.email || service,
      ]),
    ),
  ];
}

function table(titles: string[], shares: number[], rows: string[][]): AppendixBlock {
  return { kind: 'table', columns: titles.map((title, at) => ({ title, share: shares[at]! })), rows };
}

function asJson(report: Report) {
  return {
    name: 'report.json',
    mediaType: 'application/json',
    relationship: 'Data' as const,
    description:
      'This report for programs: every event with its hashes, for verification without the service',
    bytes: Buffer.from(canonicalJson(report)),
  };
}

const sentence = (type: string): string => type.charAt(0).toUpperCase() + type.slice(1).replaceAll('_', ' ');
const day = (at: string): string => at.slice(0, 10);

function time(at: string): string {
  return at === '' ? '–' : `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')}`;
}

/** Formats a duration such as '3 d 4 h', '2 h 5 min' or '40 s'. */
function inWords(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
  ];
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min` : `${seconds} s`;
}
