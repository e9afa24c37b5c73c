import type { DocumentFile, DocumentFileKind } from '#core/document/files.ts';
import { cleanTitle, titleFrom } from '#core/document/title.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import type { MergeValues } from '#core/template/placeholders.ts';
import { newId } from '../../foundation/db/new-id.ts';
import type { IngestDeps } from './deps.ts';
import { ingestFile, type IngestedFile, type SentFile } from './ingest-file.ts';
import { joinDraftFile } from './join-draft-file.ts';

/** One of several files, with its title and how signers see it. */
export type NamedFile = SentFile & { title?: string | undefined; kind?: DocumentFileKind | undefined };

/** Returns an ingested file as an entry in the list of files. */
export function partOf(
  { file: { pages, files: _none, ...stored } }: Pick<IngestedFile, 'file'>,
  { title = '', kind = 'sign' }: Pick<NamedFile, 'title' | 'kind'>,
  now: number,
): DocumentFile {
  const shown = cleanTitle(title) || titleFrom(stored.fileName);
  return { id: newId(now), title: shown, kind, ...stored, pages: pages.length };
}

type SeveralFiles = {
  files: readonly NamedFile[];
  test: boolean;
  values?: MergeValues | undefined;
};

/**
 * Checks, prepares and stores one file, or several that are joined. `allowed` is called first, with the total
 * size in bytes.
 */
export async function ingestSeveral(
  services: IngestDeps,
  accountId: string,
  { files, test, values }: SeveralFiles,
  allowed: (bytes: number) => Promise<Refusal | undefined>,
): Promise<IngestedFile | Refusal> {
  const total = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const [only] = files;
  if (only && files.length === 1)
    return ingestFile(services, accountId, { ...only, test, values }, () => allowed(total));
  const taken: IngestedFile[] = [];
  const parts: DocumentFile[] = [];
  for (const { title, kind, ...sent } of files) {
    const one = await ingestFile(services, accountId, { ...sent, values, isPart: true }, () =>
      allowed(total),
    );
    if (isRefusal(one)) return one;
    taken.push(one);
    parts.push(partOf(one, { title, kind }, services.clock()));
  }
  const pages = taken.flatMap(({ file }) => file.pages);
  const name = titleFrom(only?.fileName ?? '');
  const file = await joinDraftFile(services, accountId, { name, files: parts, pages, test });
  if (isRefusal(file)) return file;
  let before = 0;
  const moved = taken.map(({ file: one, formFields, anchored, form, anchors }) => {
    const move = <Paged extends { page: number }>(list: readonly Paged[]): Paged[] =>
      list.map((item) => ({ ...item, page: item.page + before }));
    const all = {
      ...{ formFields: move(formFields), anchored: move(anchored) },
      ...{ form: move(form), anchors: move(anchors) },
    };
    before += one.pages.length;
    return all;
  });
  return {
    file,
    changes: [...new Set(taken.flatMap(({ changes }) => changes))],
    form: moved.flatMap(({ form }) => form),
    formFields: moved.flatMap(({ formFields }) => formFields),
    anchored: moved.flatMap(({ anchored }) => anchored),
    anchors: moved.flatMap(({ anchors }) => anchors),
    placeholders: taken.flatMap(({ placeholders }) => placeholders),
  };
}
