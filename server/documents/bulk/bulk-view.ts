import type { BulkDetail, BulkPreview, BulkProblem, BulkView } from '#contract/documents/bulk.ts';
import { bulkProgress } from '#core/bulk/progress.ts';
import type { BulkRow, TemplateSnapshot } from '#core/bulk/read-file.ts';
import { titleOfRow } from '#core/bulk/row-title.ts';
import type { Refusal } from '#core/refusal.ts';
import type { Bulk, StoredRow } from './bulk-store.ts';
import type { BulkCounts } from '../../records/bulk-counts.ts';
import type { CheckedFile } from './read-rows.ts';

/**
 * Returns the public view of a bulk send. It lists every property explicitly, so that new columns are not
 * exposed by accident.
 */
export function bulkView(bulk: Bulk, counts: BulkCounts): BulkView {
  return {
    id: bulk.id,
    templateId: bulk.snapshot.id,
    templateName: bulk.snapshot.name,
    fileName: bulk.fileName,
    state: bulk.state,
    pausedBy: bulk.pausedBy,
    counts,
    progress: bulkProgress(counts),
    createdAt: bulk.createdAt.toISOString(),
    finishedAt: bulk.finishedAt?.toISOString() ?? null,
    rowsDeletedAt: bulk.rowsDeletedAt?.toISOString() ?? null,
  };
}

export function bulkDetailView(bulk: Bulk, counts: BulkCounts, problems: StoredRow[]): BulkDetail {
  return {
    ...bulkView(bulk, counts),
    problems: problems.flatMap((row) =>
      row.problem && !bulk.rowsDeletedAt
        ? [
            problemView(bulk.snapshot, row, {
              refused: row.problem,
              detail: row.detail ?? '',
              ...(row.parameters && { parameters: row.parameters }),
            }),
          ]
        : [],
    ),
  };
}

export function previewView({ snapshot, rows, filled, unknown, documentsLeft }: CheckedFile): BulkPreview {
  const good = rows.filter(({ refusal }) => !refusal);
  const wrong = rows.flatMap((row) => (row.refusal ? [{ row, refusal: row.refusal }] : []));
  return {
    rows: rows.length,
    good: good.length,
    wrong: wrong.length,
    repeated: good.filter(({ repeats }) => repeats !== null).length,
    problems: wrong.slice(0, 100).map(({ row, refusal }) => problemView(snapshot, row, refusal)),
    first: good.slice(0, 100).map((row) => ({
      line: row.line,
      title: titleOfRow(snapshot, row),
      people: peopleOf(snapshot, row),
      repeats: row.repeats,
    })),
    filled,
    unknown,
    documentsLeft,
  };
}

function problemView(
  snapshot: TemplateSnapshot,
  row: BulkRow,
  { refused, detail, parameters }: Refusal,
): BulkProblem {
  return {
    line: row.line,
    people: peopleOf(snapshot, row),
    code: refused,
    detail,
    ...(parameters && { parameters }),
  };
}

/** Returns the people of a row, shortened if necessary but still recognizable. */
function peopleOf({ roles }: TemplateSnapshot, { people }: BulkRow): BulkProblem['people'] {
  const short = (text: string): string => (text.length > 200 ? `${text.slice(0, 199)}…` : text);
  return people.map(({ roleId, email, name }) => ({
    role: roles.find(({ id }) => id === roleId)?.name ?? '',
    email: short(email),
    name: short(name),
  }));
}
