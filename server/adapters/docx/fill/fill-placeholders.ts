import Docxtemplater from 'docxtemplater';
import { fold } from '#core/language/fold.ts';
import { quoted } from '#core/language/quoted.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { refuseUpload } from '#core/upload-refusal.ts';
import type { MergeData, Placeholder } from '#core/template/placeholders.ts';
import type { Part, Parts } from '../check/read-parts.ts';
import { editableParts } from './editable-parts.ts';
import { findStatement, isAnchorText, leftoverBraces } from './find-braces.ts';
import { conditionName, readPlaceholders, type TemplatePart } from './read-placeholders.ts';
import { escapeMarkup } from '#core/language/escape-markup.ts';

/** Maximum number of characters in the filled parts, and of template pieces processed to fill them. */
const maxCharacters = 20_000_000;
const maxPieces = 3_000_000;

class TooLong extends Error {}

/** docxtemplater's types allow only a fixed prefix as matcher, and omit the file type configuration. */
type Modules = Parameters<InstanceType<typeof Docxtemplater>['attachModule']>[0][];
const fileTypes = (
  Docxtemplater as unknown as {
    FileTypeConfig: { docx: () => { baseModules: (() => { name: string })[] } };
  }
).FileTypeConfig;

/** A package in which docxtemplater sees only the texts that it may edit. */
type Package = { texts: Map<string, string>; zip: unknown };

/**
 * Returns the placeholders of a Word document and, if `data` is given, the parts with all placeholders filled
 * in. Values are escaped. A placeholder is only a name, so no expression is evaluated. Runs in a worker.
 */
export function fillPlaceholders(
  parts: Parts,
  data?: MergeData,
): { placeholders: Placeholder[]; parts: Parts } | Refusal {
  if (!leftoverBraces(parts, () => false)) return { placeholders: [], parts };
  const statement = findStatement(parts);
  if (statement !== undefined) return invalid('other_language', statement);
  const { texts, zip } = packageOf(parts);
  try {
    const modules = [anchorModule(), lengthModule()] as unknown as Modules;
    const document = new Docxtemplater(zip, { ...options(), modules });
    const placeholders = readPlaceholders(postparsedParts(document));
    if (isRefusal(placeholders) || !data) {
      return isRefusal(placeholders) ? placeholders : { placeholders, parts };
    }
    document.render(data);
    const filled = new Map(
      [...parts].map(([name, part]): [string, Part] => [
        name,
        texts.has(name) ? { text: texts.get(name) } : part,
      ]),
    );
    const left = leftoverBraces(filled, isAnchorText);
    return left === undefined ? { placeholders, parts: filled } : notFilled(left);
  } catch (error) {
    return refusalOf(error);
  }
}

function options() {
  const config = fileTypes.docx();
  const { baseModules } = config;
  return {
    delimiters: { start: '{{', end: '}}' },
    // Leaves out the module that inserts raw XML.
    fileTypeConfig: {
      ...config,
      baseModules: baseModules.filter((module) => module().name !== 'RawXmlModule'),
    },
    paragraphLoop: true,
    linebreaks: true,
    errorLogging: false,
    syntax: { changeDelimiterPrefix: null },
    parser: (tag: string) => {
      const condition = conditionName(tag);
      const key = fold(condition ?? tag);
      return {
        get: (scope: MergeData) => {
          const value = Object.hasOwn(scope, key) ? scope[key] : undefined;
          if (condition === undefined) return value;
          return Array.isArray(value) ? value.length > 0 : Boolean(value);
        },
      };
    },
    nullGetter: ({ value }: { value: string }) => {
      throw new Error(`No value for a placeholder of ${value.length} characters`);
    },
  };
}

/**
 * Keeps anchors such as {{signature:1}} in the text, because they place fields later. Also recognizes
 * sections.
 */
function anchorModule() {
  const name = 'anchor';
  return {
    name: 'AnchorModule',
    priority: 100,
    matchers: () => [
      [(text: string) => isAnchorText(`{{${text}}}`) && text, name, { priority: 1_000 }],
      [/^\s*#\s*if\s+(.+)$/, 'loop', section(false, (subject) => `if ${subject}`)],
      [/^\s*#\s*unless\s+(.+)$/, 'loop', section(true, (subject) => `if ${subject}`)],
      [/^\s*#\s*(?!(?:if|unless|each)\s)(.+)$/, 'loop', section(false, (subject) => subject)],
      [/^\s*#\s*each\s+(.+)$/, 'loop', section(false, (subject) => subject)],
      [/^\s*\^\s*(.+)$/, 'loop', section(true, (subject) => `if ${subject}`)],
      // Matches any section; `checkSections` compares the names.
      [/^\s*\/()/, 'loop', { location: 'end', priority: 900 }],
    ],
    postparse(parsed: readonly SectionPart[]) {
      checkSections(parsed);
      return parsed;
    },
    render: (part: TemplatePart) =>
      part.module === name ? { value: `{{${escapeMarkup(part.value)}}}`, errors: [] } : null,
  };
}

type SectionPart = TemplatePart & { location?: 'start' | 'end'; raw?: string };

class SectionProblem extends Error {
  readonly id: string;
  readonly tag: string;

  constructor(id: string, tag: string) {
    super(id);
    this.id = id;
    this.tag = tag;
  }
}

/** Throws if a section is not closed by its name or by the word that opened it. */
function checkSections(parsed: readonly SectionPart[]): void {
  const open: SectionPart[] = [];
  for (const part of parsed) {
    if (part.location === 'start') open.push(part);
    if (part.location !== 'end') continue;
    const opening = open.pop();
    const tag = part.raw ?? '';
    if (!opening) throw new SectionProblem('unopened_loop', tag);
    const [name, word] = [fold(tag.replace(/^\s*\//, '')), fold(opening.raw ?? '')];
    const names = [
      fold(conditionName(opening.value) ?? opening.value),
      /^#\s*(if|unless|each)\b/.exec(word)?.[1],
    ];
    if (name !== '' && !names.includes(name))
      throw new SectionProblem('closing_tag_does_not_match_opening_tag', opening.raw ?? '');
  }
  const [left] = open;
  if (left) throw new SectionProblem('unclosed_loop', left.raw ?? '');
}

function section(inverted: boolean, valueOf: (subject: string) => string) {
  return ([, subject = '']: string[]) => ({
    ...{ location: 'start', inverted, expandTo: 'auto', priority: 900 },
    value: valueOf(subject.trim()),
  });
}

/**
 * Throws if the document grows far beyond a real contract, for example because a page is repeated for a
 * thousand rows.
 */
function lengthModule() {
  let [characters, pieces] = [0, 0];
  return {
    name: 'LengthModule',
    priority: 1_000,
    render: ({ value }: TemplatePart) => {
      characters += typeof value === 'string' ? value.length : 0;
      pieces += 1;
      if (characters > maxCharacters || pieces > maxPieces) throw new TooLong();
      return null;
    },
  };
}

function postparsedParts(document: unknown): TemplatePart[][] {
  const { compiled } = document as { compiled: Record<string, { postparsed: TemplatePart[] }> };
  return Object.values(compiled).map(({ postparsed }) => postparsed);
}

/**
 * Implements the part of PizZip's interface that docxtemplater uses, with the texts that have already been
 * read and checked.
 */
function packageOf(parts: Parts): Package {
  const texts = new Map(editableParts(parts));
  const contentTypes = '[Content_Types].xml';
  const key = (name: string): string => (name === contentTypes ? name.toLowerCase() : name);
  const entry = (name: string) => ({ name, asText: () => texts.get(key(name)) ?? '' });
  const names = [...texts.keys()].map((name) => (name === key(contentTypes) ? contentTypes : name));
  const zip = {
    files: Object.fromEntries(names.map((name) => [name, entry(name)])),
    file(name: string | RegExp, content?: string | Uint8Array) {
      if (typeof name !== 'string') return names.filter((one) => name.test(one)).map(entry);
      if (content !== undefined && key(name) !== key(contentTypes))
        texts.set(name, typeof content === 'string' ? content : Buffer.from(content).toString('utf8'));
      return entry(name);
    },
    remove: () => undefined,
  };
  return { texts, zip };
}

function notFilled(text: string): Refusal {
  return refuse(
    'placeholder-invalid',
    `The Word document has braces where placeholders cannot be filled in: ‘${quoted(text)}’. They may be in deleted text, a chart or a field code. Remove them and upload it again.`,
    { name: quoted(text) },
  );
}

type TemplateError = { properties?: { id?: string; xtag?: string; errors?: TemplateError[] } };

function refusalOf(error: unknown): Refusal {
  if (error instanceof TooLong) {
    return refuseUpload(
      'word-too-large',
      'With these values the Word document is too long. Use fewer rows in its lists.',
    );
  }
  if (error instanceof SectionProblem) return invalid(error.id, error.tag);
  const { properties } = error as TemplateError;
  if (properties?.id === undefined) throw error;
  const first = properties.errors?.[0]?.properties ?? properties;
  return invalid(first.id ?? '', first.xtag ?? '');
}

function invalid(problem: string, tag: string): Refusal {
  const name = quoted(tag);
  return refuse(
    'placeholder-invalid',
    `The placeholder ‘${name}’ ${sentences[problem] ?? 'cannot be read.'} Correct it in Word and upload the file again.`,
    { name },
  );
}

const sentences: Readonly<Record<string, string>> = {
  other_language:
    'is written for another program. Conditions are {{#if name}}…{{/if}} here, and lists {{#name}}…{{/name}}.',
  unopened_tag: 'has }} without {{.',
  unclosed_tag: 'has {{ without }}.',
  unclosed_loop: 'begins a section that is not closed with {{/…}}.',
  unopened_loop: 'closes a section that was not opened.',
  closing_tag_does_not_match_opening_tag: 'is closed by another name.',
};
