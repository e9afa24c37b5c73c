import type { z } from 'zod';
import type { startBulkBody } from '#contract/documents/bulk.ts';
import { nextBulkState, type BulkAct } from '#core/bulk/bulk.ts';
import { columnUnknown } from '#core/bulk/read-file.ts';
import { settingsOfDefaults, settingsOfTemplate } from '#core/template/defaults.ts';
import { mergeMetadata } from '#core/document/reference.ts';
import { folderNotFound } from '#core/folder/folder.ts';
import { fold } from '#core/language/fold.ts';
import { mustBeConfirmed } from '#core/permission/confirmed-address.ts';
import { changeFormats } from '#core/formats/formats.ts';
import { impliedOrder } from '#core/recipient/turn.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { defaultSendSettings } from '#core/template/settings.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import { hasFolder } from '../../records/folder-store.ts';
import { defaultFormats } from '../../records/formats-store.ts';
import type { Owner } from '../../records/owner.ts';
import { canUse } from '../../records/visibility-store.ts';
import { readTerms } from '../draft/terms.ts';
import type { BulkDeps } from './deps.ts';
import {
  cancelWaiting,
  findBulk,
  insertBulk,
  lockBulk,
  saveBulk,
  type Bulk,
  type NewRow,
} from './bulk-store.ts';
import { revisionOf } from '../templates/template.ts';
import { lockForUse } from '../templates/versions.ts';
import { readRows, type CheckedRow } from './read-rows.ts';
import { startedByOf, startedFromOf } from './started-from.ts';

export const noBulk = refuse('not-found', 'Bulk send not found or access denied');

type Start = z.output<typeof startBulkBody>;

/**
 * Starts a bulk send: stores every row with its initial state and queues the job, in one transaction. The
 * whole request is refused if it needs more documents than the plan has left.
 */
export async function startBulk(
  services: BulkDeps,
  owner: Owner,
  templateId: string,
  start: Start,
): Promise<Bulk | Refusal> {
  const unconfirmed = mustBeConfirmed(owner);
  if (unconfirmed) return unconfirmed;
  const key = { accountId: owner.accountId, id: start.id };
  const begun = await findBulk(services.db, key);
  const others = begun?.private && begun.createdBy !== owner.userId && owner.sight?.all === false;
  if (begun) return others ? noBulk : begun;
  const terms = readTerms(start);
  if (isRefusal(terms)) return terms;
  const folderId = start.folderId?.toLowerCase() || null;
  if (!(await hasFolder(services.db, owner.accountId, folderId)) || !canUse(owner.sight, folderId))
    return folderNotFound;
  const { metadata: shared } = terms.settings;
  const file = await readRows(services, owner.accountId, templateId, {
    ...start,
    folderId,
    metadata: shared,
  });
  if (isRefusal(file)) return file;
  const left = new Set(start.ignoreColumns.map(fold));
  const unknown = file.unknown.find(({ name }) => !left.has(fold(name)));
  if (unknown) return columnUnknown(unknown);
  const metadata = mergeMetadata(file.snapshot.settings?.metadata, shared);
  if (isRefusal(metadata)) return metadata;
  const { defaults } = file;
  const settings = {
    ...defaultSendSettings,
    ...settingsOfDefaults(defaults),
    ...settingsOfTemplate({ ...defaultSendSettings, ...file.snapshot.settings }),
    ...terms.settings,
    metadata,
  };
  const rows = file.rows.map((row) => newRow(row, start.sendRepeated));
  const going = rows.filter(({ state }) => state === 'waiting').length;
  if (going === 0) {
    return refuse(
      'bulk-nothing-to-send',
      'No row of this file can be sent. Fix the listed rows and try again.',
    );
  }
  if (file.documentsLeft !== null && going > file.documentsLeft) {
    return refuse(
      'plan-limit-documents',
      `Your plan has ${file.documentsLeft} documents left this month and this file would send ${going}. ` +
        'Nothing was sent. Send fewer rows, wait until next month or choose a larger plan.',
      { limit: file.documentsLeft + file.documentsUsed, used: file.documentsUsed },
    );
  }
  const now = services.clock();
  await inTransaction(services.db, async (tx) => {
    const template = await lockForUse(tx, owner.accountId, templateId);
    const version = template && revisionOf(template) === file.revision ? template.version : undefined;
    // All rows use the same formats, even if the account changes its formats while the bulk send runs.
    const { formats: own } = file.snapshot;
    const before = own ?? changeFormats(await defaultFormats(tx, owner), defaults.formats);
    const formats = changeFormats(before, start.formats);
    const { language, returnUrl } = defaults;
    const bulk = {
      ...key,
      createdBy: owner.userId,
      private: file.private,
      startedFrom: startedFromOf(owner),
      startedBy: startedByOf(owner),
      snapshot: {
        ...{ ...file.snapshot, formats, settings, folderId, version },
        defaults: { ...(language && { language }), ...(returnUrl !== undefined && { returnUrl }) },
      },
      fileName: start.fileName.replaceAll(/\p{Cc}+/gu, ' ').trim() || 'rows.csv',
      signingOrder: start.signingOrder ?? impliedOrder(file.snapshot.roles),
      expirationDays: file.expirationDays,
      createdAt: new Date(now),
    };
    if (await insertBulk(tx, bulk, rows)) await services.jobs.enqueue(tx, 'send-bulk', jobOf(key));
  });
  return (await findBulk(services.db, key)) ?? noBulk;
}

/** Pauses, resumes or cancels the rows that are waiting. A row that is being sent is completed first. */
export function steerBulk(
  services: BulkDeps,
  owner: Owner,
  id: string,
  act: BulkAct,
): Promise<Refusal | undefined> {
  const unconfirmed = act === 'resume' ? mustBeConfirmed(owner) : undefined;
  if (unconfirmed) return Promise.resolve(unconfirmed);
  const key = { accountId: owner.accountId, id };
  return inTransaction(services.db, async (tx) => {
    const bulk = await lockBulk(tx, key, 'change');
    if (!bulk) return noBulk;
    const state = nextBulkState(bulk.state, act);
    if (!state) return refuse('bulk-ended', 'This bulk send has ended. Nothing was changed.');
    if (state === bulk.state) return undefined;
    if (act === 'cancel') await cancelWaiting(tx, key);
    const finishedAt = act === 'cancel' ? { finishedAt: new Date(services.clock()) } : {};
    // The member who resumes becomes the sender of the remaining rows, which their documents record.
    const sender = act === 'resume' ? { sender: owner } : {};
    await saveBulk(tx, key, { state, ...finishedAt, ...sender });
    if (act === 'resume') await services.jobs.enqueue(tx, 'send-bulk', jobOf(key));
    return undefined;
  });
}

export function jobOf({ accountId, id }: { accountId: string; id: string }) {
  return { accountId, bulkId: id };
}

function newRow({ refusal, repeats, ...row }: CheckedRow, sendRepeated: boolean): NewRow {
  if (refusal) return { ...row, state: 'refused', refusal };
  return { ...row, state: repeats !== null && !sendRepeated ? 'skipped' : 'waiting' };
}
