import { cleanTitle } from '#core/document/title.ts';
import { MAX_FOLDER_DEPTH, folderName } from '#core/folder/folder.ts';
import { MAX_UPLOAD_BYTES } from '#core/plan/plans.ts';
import { isRefusal } from '#core/refusal.ts';

/** A selected or dropped file, with its enclosing folders from the outermost one. */
export type FoundFile = { file: File; folders: readonly string[] };

export type SkipReason = 'type' | 'large' | 'empty' | 'deep';
export type Skipped = { path: string; reason: SkipReason };
export type Planned = { file: File; folders: string[]; title: string };
export type UploadPlan = { uploads: Planned[]; skipped: Skipped[]; bytes: number };

/**
 * Splits the files of a folder into those that become documents and those that are skipped, with the reason.
 * `depth` is the nesting depth of the target folder.
 */
export function planUpload(found: readonly FoundFile[], depth: number): UploadPlan {
  const plan: UploadPlan = { uploads: [], skipped: [], bytes: 0 };
  for (const { file, folders } of found.toSorted(byPath)) {
    const reason = skipReasonOf(file, folders, depth);
    if (reason) {
      plan.skipped.push({ path: pathOf({ file, folders }), reason });
      continue;
    }
    const names = folders.map((name) => {
      const kept = folderName(name);
      return isRefusal(kept) ? '_' : kept;
    });
    const title = cleanTitle(file.name.replace(/\.[^.]+$/, '')) || cleanTitle(file.name);
    plan.uploads.push({ file, folders: names, title });
    plan.bytes += file.size;
  }
  return plan;
}

function skipReasonOf(file: File, folders: readonly string[], depth: number): SkipReason | undefined {
  // Operating systems create hidden files next to documents. Their names start with a dot on every system.
  if (
    file.name.startsWith('.') ||
    !/\.(pdf|docx|png|jpe?g|tiff?)$/i.test(file.name) ||
    file.name.startsWith('~$')
  )
    return 'type';
  if (file.size > MAX_UPLOAD_BYTES) return 'large';
  if (file.size === 0) return 'empty';
  return depth + folders.length > MAX_FOLDER_DEPTH ? 'deep' : undefined;
}

function pathOf({ file, folders }: FoundFile): string {
  return [...folders, file.name].join('/');
}

function byPath(one: FoundFile, other: FoundFile): number {
  return pathOf(one) < pathOf(other) ? -1 : 1;
}
