import { strToU8, zipSync } from 'fflate';

export type DocxRecipe = {
  /** The text of each paragraph. */
  paragraphs?: string[];
  /** XML to add to the body after the paragraphs. */
  body?: string;
  /** Elements to add to the main part's relationships, made with `relationship(…)`. */
  relationships?: string[];
  /** Parts to add or replace, by name; null omits a part. */
  parts?: Record<string, string | Uint8Array | null>;
};

const office = 'http://schemas.openxmlformats.org/officeDocument/2006';
const package_ = 'http://schemas.openxmlformats.org/package/2006';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** Returns the smallest package that Word opens, with the requested changes. */
export function makeDocx({
  paragraphs = ['Agreement'],
  body = '',
  relationships = [],
  parts = {},
}: DocxRecipe = {}) {
  const all: Record<string, string | Uint8Array | null> = {
    '[Content_Types].xml': contentTypes(),
    '_rels/.rels': relationshipsPart([relationship('officeDocument', 'word/document.xml')]),
    'word/document.xml': mainPart(paragraphs, body),
    'word/_rels/document.xml.rels': relationshipsPart(relationships),
    ...parts,
  };
  const entries = Object.entries(all).flatMap(([name, content]) => {
    if (content === null) return [];
    return [[name, typeof content === 'string' ? strToU8(content) : content] as const];
  });
  return zipSync(Object.fromEntries(entries));
}

export function relationship(kind: string, target: string, { id = 'rId1', external = false } = {}): string {
  const mode = external ? ' TargetMode="External"' : '';
  return `<Relationship Id="${id}" Type="${office}/relationships/${kind}" Target="${target}"${mode}/>`;
}

export function relationshipsPart(relationships: string[]): string {
  const items = relationships.join('');
  return `${declaration}<Relationships xmlns="${package_}/relationships">${items}</Relationships>`;
}

export const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

export function contentTypes(mainType = wordType, more = ''): string {
  return `${declaration}<Types xmlns="${package_}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${mainType}"/>${more}</Types>`;
}

function mainPart(paragraphs: string[], body: string): string {
  const text = paragraphs.map(
    (line) => `<w:p><w:r><w:t xml:space="preserve">${escape(line)}</w:t></w:r></w:p>`,
  );
  const page = '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>';
  const namespaces = [
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
    `xmlns:r="${office}/relationships"`,
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
    'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"',
  ].join(' ');
  return `${declaration}<w:document ${namespaces}><w:body>${text.join('')}${body}${page}</w:body></w:document>`;
}

/**
 * Returns XML for a picture outside the package, for use in the body. `relationshipId` refers to its
 * location.
 */
export function linkedPicture(relationshipId: string): string {
  const size = 'cx="1800000" cy="1800000"';
  const drawing = `<pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="${relationshipId}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic>`;
  const graphic = `<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture">${drawing}</a:graphicData></a:graphic>`;
  return `<w:p><w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent ${size}/><wp:docPr id="1" name="p"/>${graphic}</wp:inline></w:drawing></w:r></w:p>`;
}

function escape(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}
