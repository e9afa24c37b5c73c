import { posix } from 'node:path';
import type { Refusal } from '#core/refusal.ts';
import { refuseUpload } from '#core/upload-refusal.ts';
import type { Parts } from './read-parts.ts';
import { readTags } from './read-tags.ts';
import { readRelationships } from './relationships.ts';

const wordDocument = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

/** Returns undefined if the package declares itself a Word document in the place that the converter reads. */
export function checkMainPart(parts: Parts): Refusal | undefined {
  const types = contentTypes(parts);
  if ([...parts.keys()].some(isMacroPart) || types.some(isMacroType)) return macros();
  const main = mainPart(parts);
  if (main === undefined || !parts.has(main)) return notWord();
  return contentTypeOf(parts, main) === wordDocument ? undefined : notWord();
}

const isMacroPart = (name: string) => /(^|\/)vba(project|data)[^/]*$/.test(name);
const isMacroType = (type: string) => type.includes('macroenabled') || type.includes('vbaproject');

function contentTypes(parts: Parts): string[] {
  const xml = parts.get('[content_types].xml')?.text ?? '';
  return [...readTags(xml, 'Override'), ...readTags(xml, 'Default')].map(({ ContentType = '' }) =>
    ContentType.toLowerCase(),
  );
}

/** Returns the lowercase name of the part that the package's relationships declare as main document. */
function mainPart(parts: Parts): string | undefined {
  const relationships = readRelationships(parts.get('_rels/.rels')?.text ?? '');
  const main = relationships.filter(({ kind }) => kind === 'officedocument');
  const [only] = main;
  if (main.length !== 1 || only === undefined || only.leavesPackage) return undefined;
  return posix.join('/', only.target).slice(1).toLowerCase();
}

function contentTypeOf(parts: Parts, name: string): string | undefined {
  const xml = parts.get('[content_types].xml')?.text ?? '';
  const override = readTags(xml, 'Override').find(
    ({ PartName = '' }) => PartName.toLowerCase() === `/${name}`,
  );
  const byExtension = readTags(xml, 'Default').find(({ Extension = '' }) =>
    name.endsWith(`.${Extension.toLowerCase()}`),
  );
  return (override ?? byExtension)?.['ContentType']?.toLowerCase();
}

const macros = () =>
  refuseUpload(
    'word-macros',
    'This Word document contains macros. Save it as a .docx without macros, or as PDF, and upload that.',
  );

const notWord = () =>
  refuseUpload(
    'word-not-a-document',
    'This file is not a Word document. Save it as .docx or PDF and upload that.',
  );
