import type { z } from 'zod';
import type { importTemplateForm } from '#contract/documents/templates.ts';
import { changeFormats } from '#core/formats/formats.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import type { AskedReference } from '#core/document/reference.ts';
import { cleanTitle } from '#core/document/title.ts';
import type { ImportedTemplate, ImportNote } from '#core/template/imported.ts';
import { placeholderRoles } from '#core/template/roles.ts';
import { describeTemplate } from '#core/template/template.ts';
import { placeFields } from '../draft/place-fields.ts';
import { ingestFile, type SentFile, type IngestedFile } from '../files/ingest-file.ts';
import { defaultFormats } from '../../records/formats-store.ts';
import type { Owner } from '../../records/owner.ts';
import type { TemplatesDeps } from './deps.ts';
import { ids, insertCounted, limitReached } from './create-template.ts';
import { pinFile } from './lock-file.ts';
import type { Template, TemplateParts } from './template.ts';
import { placeForm, placeImported } from './place-imported.ts';
import { docusealExport, readDocuseal } from './read-docuseal.ts';
import { documensoExport, readDocumenso } from './read-documenso.ts';

type Given = SentFile & z.output<typeof importTemplateForm> & { reference: AskedReference };
export type Imported = { template: Template; left: ImportNote[] };

/**
 * Creates a template from a file and a description of its fields: another product's export, or the form in
 * the file. Reports everything that cannot be imported, and refuses signed files.
 */
export async function importTemplate(
  services: TemplatesDeps,
  owner: Owner,
  given: Given,
): Promise<Imported | Refusal> {
  const json =
    given.source === undefined ? undefined : await services.parsing.read('json', { source: given.source });
  if (isRefusal(json)) return json;
  const source = given.source === undefined ? undefined : readExport(json?.value);
  if (isRefusal(source)) return source;
  // A signed file contains this text unencrypted, because the signature covers the bytes around its own value
  // (ISO 32000-2, 12.8.1).
  if (Buffer.from(given.bytes).includes('/ByteRange')) return signed;
  const words = describeTemplate({
    name: given.name.trim() || source?.name || cleanTitle(given.fileName.replace(/\.\w{1,5}$/, '')),
    description: given.description.trim() || source?.description || 'Imported from a PDF form',
    category: given.category,
  });
  if (isRefusal(words)) return words;
  const { accountId } = owner;
  const stored = await ingestFile(services, accountId, given, () => limitReached(services, accountId));
  if (isRefusal(stored)) return stored;
  const read = partsOf(services, stored, source);
  if (isRefusal(read)) return read;
  const template = await insertCounted(services, owner, given.reference, async (tx) => {
    const full = await pinFile(tx, services, accountId, stored.file);
    if (full) return full;
    const { formats, private: isPrivate = false } = source ?? {};
    const chosen = formats && Object.keys(formats).length > 0 ? formats : undefined;
    const parts = chosen
      ? { ...read.parts, formats: changeFormats(await defaultFormats(tx, owner), chosen) }
      : read.parts;
    return { words, parts, private: isPrivate };
  });
  return isRefusal(template) ? template : { template, left: read.left };
}

/** Parses an export from one of the supported products. */
export function readExport(json: unknown): ImportedTemplate | Refusal {
  const documenso = documensoExport.safeParse(json);
  if (documenso.success) return readDocumenso(documenso.data);
  const docuseal = docusealExport.safeParse(json);
  return docuseal.success ? readDocuseal(docuseal.data) : unreadable;
}

const isTurn = (turn: number): boolean => Number.isInteger(turn) && turn >= 1 && turn <= 1000;

function partsOf(
  services: TemplatesDeps,
  { file, form, changes }: IngestedFile,
  source: ImportedTemplate | undefined,
): { parts: TemplateParts; left: ImportNote[] } | Refusal {
  const nextId = ids(services);
  const pages = [...file.pages];
  const ofFile = source ? undefined : placeForm(form, pages, nextId);
  const { fields, left } = ofFile ?? placeImported(source?.fields ?? [], pages, nextId);
  const people = source?.roles ?? ofFile?.roles ?? [];
  // Turns follow the order of the list, because the other product numbers them differently.
  const inTurn = people.map(({ turn, ...one }, index) => ({ ...one, turn: isTurn(turn) ? turn : index + 1 }));
  const roles = placeholderRoles(inTurn, nextId).map((role, index) => ({
    ...role,
    name: people[index]?.name || role.name,
    person: people[index]?.person ?? null,
  }));
  const placed = placeFields({ document: { pages }, recipients: [] }, fields, services.clock());
  if (isRefusal(placed)) return placed;
  const rules: ImportNote[] =
    ofFile && changes.includes('javascript-removed') ? [{ code: 'rule', name: '', page: null }] : [];
  return {
    parts: {
      file,
      roles,
      ...(source && { settings: source.settings }),
      fields: placed.map(({ recipientId: _nobody, ...field }, index) => ({
        ...field,
        roleId: roles[fields[index]?.role ?? -1]?.id ?? null,
      })),
    },
    left: [...(source?.left ?? []), ...left, ...rules],
  };
}

const unreadable = refuse(
  'import-unreadable',
  'This is not an exported Documenso or DocuSeal template. Choose the JSON response of Documenso’s GET /api/v2/template/{id} or DocuSeal’s GET /templates/{id}, or remove the export to import a PDF form.',
);
const signed = refuse(
  'import-signed',
  'This file is signed, and a signature is valid only for that document. Choose the version from before it was signed.',
);
