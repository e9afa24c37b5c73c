import type { TrackedChangeChoice } from '#core/document/tracked-changes.ts';
import { isContent } from '../check/content-parts.ts';
import type { Part, Parts } from '../check/read-parts.ts';
import { dropPictureLinks, dropUnusedPictures } from './drop-picture-links.ts';
import { dropTemplateLink } from './drop-template-link.ts';
import { editXml, type XmlEdit } from './edit-xml.ts';
import { fitJustifiedLines } from './fit-justified-lines.ts';
import { freezeFields } from './freeze-fields.ts';
import { hasLayoutOf2013, readParagraphAlignment, type ParagraphAlignment } from './paragraph-styles.ts';
import { settlePageBreaks } from './settle-page-breaks.ts';
import { hasTrackedChange, settle } from './tracked-changes.ts';
import { unwrapContentControls } from './unwrap-content-controls.ts';
import { readElements, type XmlElement } from './xml-elements.ts';

/**
 * Returns the parts without anything that the converter would follow or print incorrectly. Unchanged parts
 * are the same objects.
 */
export function prepareParts(parts: Parts, trackedChanges: TrackedChangeChoice = 'show'): Parts {
  const alignmentOf = hasLayoutOf2013(parts.get('word/settings.xml')?.text ?? '')
    ? readParagraphAlignment(parts.get('word/styles.xml')?.text ?? '')
    : undefined;
  const contents = editTexts(parts, (xml, name) =>
    isRelationships(name) ? xml : prepareContent(settleChanges(xml, trackedChanges), alignmentOf),
  );
  return editTexts(contents, (xml, name) =>
    isRelationships(name)
      ? dropUnusedPictures(dropTemplateLink(xml), name, { parts, prepared: contents })
      : xml,
  );
}

const isRelationships = (name: string): boolean => name.endsWith('.rels');

function editTexts(parts: Parts, edit: (xml: string, name: string) => string): Parts {
  const edited = (name: string, part: Part): Part => {
    const text = part.text === undefined ? undefined : edit(part.text, name);
    return text === part.text ? part : { text };
  };
  return new Map([...parts].map(([name, part]) => [name, edited(name, part)]));
}

function settleChanges(xml: string, choice: TrackedChangeChoice): string {
  return choice !== 'show' && hasTrackedChange(xml) ? settle(xml, choice) : xml;
}

/** Most parts have none of these and need no further reading. */
const hasControlOrField = /<(?:[^\s<>/:"'=]+:)?(?:sdt|fldChar|fldSimple)[\s/>]/;

function prepareContent(xml: string, alignmentOf: ParagraphAlignment | undefined): string {
  const edited = dropPictureLinks(hasControlOrField.test(xml) ? editElements(xml, settleFields) : xml);
  if (!isContent.test(edited)) return edited;
  // Runs after content controls were removed, so that paragraphs are where they are on the page.
  return editElements(edited, (text, elements) => [
    ...settlePageBreaks(text, elements),
    ...(alignmentOf ? fitJustifiedLines(text, elements, alignmentOf) : []),
  ]);
}

const settleFields = (xml: string, elements: XmlElement[]): XmlEdit[] => [
  ...unwrapContentControls(elements),
  ...freezeFields(xml, elements),
];

function editElements(xml: string, edit: (xml: string, elements: XmlElement[]) => XmlEdit[]): string {
  const elements = readElements(xml);
  return elements ? editXml(xml, edit(xml, elements)) : xml;
}
