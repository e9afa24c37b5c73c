import { setImmediate as othersTurn } from 'node:timers/promises';
import { bulkCheck, findDuplicates, type BulkCheck } from '#core/bulk/check-rows.ts';
import { bulkCsvLimits, readBulkFile, type BulkFile, type BulkRow } from '#core/bulk/read-file.ts';
import type { Defaults } from '#core/template/defaults.ts';
import type { Metadata } from '#core/document/reference.ts';
import { expirationDays as dayRange } from '#core/document/sending-terms.ts';
import type { Field } from '#core/field/field.ts';
import { changeFormats, guessFormats, type FormatsChange, type PrintFormats } from '#core/formats/formats.ts';
import { plans } from '#core/plan/plans.ts';
import type { SigningOrder } from '#core/recipient/turn.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { roleNeedsCode } from '#core/template/roles.ts';
import { isInPrivateFolder } from '../../records/visibility-store.ts';
import { findDefaults } from '../../records/defaults-store.ts';
import { findAccountFormats } from '../../records/formats-store.ts';
import { readPlan } from '../../records/plan-store.ts';
import { uploadsInMonth } from '../../accounts/profile/usage-store.ts';
import { revisionOf } from '../templates/template.ts';
import { findTemplate } from '../templates/template-store.ts';
import { checkPrefilled, memoizeFits } from '../draft/check-prefilled.ts';
import { fitFor, type PdfEngine } from '../../ports/pdf-engine.ts';
import type { BulkDeps } from './deps.ts';
import type { StoredSnapshot } from './bulk-store.ts';

export const noTemplate = refuse('not-found', 'Template not found or access denied');

/** A checked row. `repeats` is the line of an earlier row with the same content. */
export type CheckedRow = BulkRow & { refusal: Refusal | undefined; repeats: number | null };

export type CheckedFile = Pick<BulkFile, 'filled' | 'unknown'> & {
  snapshot: StoredSnapshot;
  /** True if the template is private, so that not every member can see it. */
  private: boolean;
  /** The revision of the template when it was read. */
  revision: number;
  /** From the request, or else from the template, or else from the folders and the account. */
  expirationDays: number;
  defaults: Defaults;
  rows: CheckedRow[];
  /** Documents that this month's plan still allows; null if unlimited. */
  documentsLeft: number | null;
  /** Documents already counted this month. */
  documentsUsed: number;
};

/** Reads the file for a template and checks each row as its sending will. Writes nothing. */
export async function readRows(
  services: BulkDeps,
  accountId: string,
  templateId: string,
  {
    csv,
    expirationDays: askedDays,
    formats: asked,
    metadata,
    signingOrder,
    folderId = null,
  }: {
    csv: string;
    expirationDays?: number | undefined;
    formats?: FormatsChange | undefined;
    metadata?: Metadata | undefined;
    signingOrder?: SigningOrder | undefined;
    folderId?: string | null | undefined;
  },
): Promise<CheckedFile | Refusal> {
  const template = await findTemplate(services.db, accountId, templateId);
  if (!template) return noTemplate;
  const { id, name, file, roles, fields, settings, formats: own = null } = template;
  if (!file)
    return refuse(
      'template-without-file',
      'This template has no file yet. Add one first, then use the template.',
    );
  const codeless = roles.find((role) => role.settings?.accessCodeRequired);
  if (codeless) return roleNeedsCode(codeless.name);
  const { merge = null } = template;
  const { placeholders = [] } = merge ?? {};
  const parts = { id, name, file, roles, fields, formats: own, merge, placeholders };
  const snapshot = { ...parts, ...(settings && { settings }) };
  const text = await services.parsing.read('csv', { source: csv, ...bulkCsvLimits });
  const read = isRefusal(text) ? text : readBulkFile(text, snapshot);
  if (isRefusal(read)) return read;
  const now = services.clock();
  const { limits } = plans[await readPlan(services.db, accountId, services)];
  const defaults = await findDefaults(services.db, accountId, [folderId, template.folderId]);
  const ofAccount = (await findAccountFormats(services.db, accountId)) ?? guessFormats(null, null);
  const formats = changeFormats(template.formats ?? changeFormats(ofAccount, defaults.formats), asked);
  const expirationDays = askedDays ?? settings?.expirationDays ?? defaults.expirationDays ?? dayRange.default;
  const rules = {
    ...{ recipientLimit: limits.recipientsPerDocument, expirationDays, formats },
    metadata: { ...settings?.metadata, ...metadata },
    ...(signingOrder && { signingOrder }),
  };
  const rows = await checkRows(
    read.rows,
    bulkCheck(snapshot, read.filled, rules),
    memoizeFits(fitFor(services.pdf, accountId)),
    formats,
  );
  const repeated = findDuplicates(rows.filter(({ refusal }) => !refusal));
  for (const row of rows) row.repeats = repeated.get(row.line) ?? null;
  const used = await uploadsInMonth(services.db, accountId, new Date(now));
  const { documentsPerMonth } = limits;
  return {
    snapshot,
    rows,
    filled: read.filled,
    unknown: read.unknown,
    private: template.private || (await isInPrivateFolder(services.db, template)),
    revision: revisionOf(template),
    expirationDays,
    defaults,
    documentsUsed: used,
    documentsLeft: documentsPerMonth === null ? null : Math.max(0, documentsPerMonth - used),
  };
}

/**
 * Lets other requests run after each row, because a file has thousands of rows and each may take
 * milliseconds.
 */
export async function checkRows(
  rows: Iterable<BulkRow>,
  check: BulkCheck,
  pdf: Pick<PdfEngine, 'fit'>,
  format: PrintFormats,
): Promise<CheckedRow[]> {
  const ofTemplate = await checkPrefilled(pdf, check.common, [], format);
  const checked: CheckedRow[] = [];
  for (const row of rows) {
    const refusal =
      check.refusalOf(row) ?? ofTemplate ?? (await checkPrinted(pdf, check.fieldsOf(row), row, format));
    checked.push({ ...row, refusal, repeats: null });
    await othersTurn();
  }
  return checked;
}

/**
 * Checks that the values of a row can be printed. Dropdown choices were already checked with the template.
 */
function checkPrinted(
  pdf: Pick<PdfEngine, 'fit'>,
  fields: readonly Field[],
  row: BulkRow,
  format: PrintFormats,
): Promise<Refusal | undefined> {
  return checkPrefilled(
    pdf,
    fields.filter(({ type }) => type !== 'dropdown'),
    row.people.map(({ roleId, ...person }) => ({ ...person, id: roleId })),
    format,
  );
}
