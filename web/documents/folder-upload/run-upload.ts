import type { FolderView } from '#contract/documents/library.ts';
import { documentPaths } from '#contract/paths.ts';
import { folderNameKey } from '#core/folder/folder.ts';
import { invalidateLists } from '../../api/documents.ts';
import { createFolder } from '../../api/library.ts';
import { reasonOf, RequestError } from '../../api/transport/request.ts';
import { sendForm } from '../../api/files/send-form.ts';
import type { UploadPlan } from './plan-upload.ts';

/** Progress of an upload of many files. Bytes count what has left the browser. */
export type UploadState = {
  done: number;
  total: number;
  bytes: number;
  totalBytes: number;
  /** The file being sent or processed by the server. */
  current: string;
  /** Files that the server refused, each with its reason. */
  failed: { path: string; reason: string }[];
  phase: 'running' | 'done' | 'cancelled' | 'stopped';
  /** The server's sentence if the upload stopped early. */
  stopReason: string | null;
};

/** Refusals that would also apply to every further file. */
const endsAll = new Set([
  'plan-limit-documents',
  'plan-limit-storage',
  'not-signed-in',
  'too-many-folders',
  'too-many-requests',
]);

/**
 * Uploads files one after another, creates missing folders and reports progress. A refused file does not stop
 * the others; the plan's limit or a lost connection does.
 */
export async function runUpload(
  plan: UploadPlan,
  into: { folderId: string | null; folders: readonly FolderView[] },
  signal: AbortSignal,
  tell: (state: UploadState) => void,
): Promise<void> {
  const findOrMake = folderMaker(into.folders, into.folderId);
  let state: UploadState = {
    done: 0,
    total: plan.uploads.length,
    bytes: 0,
    totalBytes: plan.bytes,
    current: '',
    failed: [],
    phase: 'running',
    stopReason: null,
  };
  const say = (change: Partial<UploadState>) => tell((state = { ...state, ...change }));
  let sent = 0;
  for (const planned of plan.uploads) {
    const path = [...planned.folders, planned.file.name].join('/');
    say({ current: path });
    try {
      signal.throwIfAborted();
      const folderId = await findOrMake(planned.folders);
      const onProgress = (part: number) => say({ bytes: sent + Math.round(part * planned.file.size) });
      const parts = { title: planned.title, ...(folderId && { folderId }), file: planned.file };
      await sendForm(documentPaths.uploadDocument, {}, parts, onProgress, signal);
      say({ done: state.done + 1 });
    } catch (error) {
      if (signal.aborted) say({ phase: 'cancelled' });
      else if (!(error instanceof RequestError) || endsAll.has(error.code ?? ''))
        say({ phase: 'stopped', stopReason: reasonOf(error) });
      else say({ failed: [...state.failed, { path, reason: error.detail }] });
    }
    if (state.phase !== 'running') break;
    sent += planned.file.size;
    say({ bytes: sent });
  }
  if (state.phase === 'running') say({ phase: 'done' });
  await invalidateLists();
}

/** Returns folder ids by path, relative to the upload target; missing folders are created once. */
function folderMaker(known: readonly FolderView[], top: string | null) {
  const ids = new Map<string, string>(
    known.map(({ id, parentId, name }) => [`${parentId ?? ''}/${folderNameKey(name)}`, id] as const),
  );
  return async (names: readonly string[]): Promise<string | null> => {
    let at = top;
    for (const name of names) {
      const key = `${at ?? ''}/${folderNameKey(name)}`;
      const id = ids.get(key) ?? (await createFolder(name, at)).id;
      ids.set(key, id);
      at = id;
    }
    return at;
  };
}
