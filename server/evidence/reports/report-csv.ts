import { byteOrderMark, csvLine } from '#core/csv/write-csv.ts';
import type { Report } from '#core/report/report.ts';
import type { TrailEvent } from '#core/trail/event.ts';

const head = [
  ...['Time (UTC)', 'Action', 'Document', 'Document id', 'Step', 'Name', 'Email'],
  ...['Recipient name', 'Recipient email', 'IP address', 'Reason', 'Took (seconds)', 'Hash', 'Hash before'],
];

/**
 * Returns one line per event of the report. Values that a spreadsheet would evaluate as a formula are
 * escaped.
 */
export function reportCsv(
  { documents, account_events: ofAccount, digest }: Report,
  serviceName: string,
): string {
  const lines = documents.flatMap(({ id, title, events, steps }) =>
    events
      .filter(({ asked }) => asked)
      .map(({ seq, body, hash, values }) => {
        const event = JSON.parse(body) as TrailEvent;
        const value = (name: string): string => values[name]?.value ?? '';
        const step = steps.find(
          (one) => one.recipientId === event.actor.id && one.actedAt === event.occurredAt,
        );
        return csvLine([
          ...[event.occurredAt, event.type, title, id, seq],
          ...[event.actor.kind === 'system' ? serviceName : value('actor'), value('actorEmail')],
          ...[value('recipient'), value('recipientEmail'), value('ip'), value('reason')],
          ...[step && step.durationMs !== null ? Math.round(step.durationMs / 1000) : '', hash, event.prev],
        ]);
      }),
  );
  const account = ofAccount.events.map((event) =>
    csvLine([
      ...[event.occurredAt, event.type, '', '', '', event.name, event.email, '', '', event.ip ?? ''],
      ...[event.detail ?? '', '', '', ''],
    ]),
  );
  const end = csvLine([...['', 'Digest of the report', '', '', '', '', '', '', '', '', '', ''], digest, '']);
  return byteOrderMark + csvLine(head) + lines.join('') + account.join('') + end;
}
