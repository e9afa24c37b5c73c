import type { TrackedChangeChoice } from '#core/document/tracked-changes.ts';
import type { Part, Parts } from '../check/read-parts.ts';
import { dropPictureLinks, dropUnusedPictures } from './drop-picture-links.ts';
import { dropTemplateLink } from './drop-template-link.ts';
import { editXml } from './edit-xml.ts';
import { freezeFields } from './freeze-fields.ts';
import { hasTrackedChange, settle } from './tracked-changes.ts';
import { unwrapContentControls } from './unwrap-content-controls.ts';
import { readElements } from './xml-elements.ts';

/** The same parts without what the converter would follow or print wrongly. Unchanged parts are the same objects. */
export function prepareParts(parts: Parts, trackedChanges: TrackedChangeChoice = 'show'): Parts {
  const contents = editTexts(parts, (xml, name) =>
    isRelationships(name) ? xml : prepareContent(settleChanges(xml, trackedChanges)),
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

/** Most parts have nothing of it, and are not read further. */
const hasControlOrField = /<(?:[^\s<>/:"'=]+:)?(?:sdt|fldChar|fldSimple)[\s/>]/;

function prepareContent(xml: string): string {
  const elements = hasControlOrField.test(xml) ? readElements(xml) : undefined;
  const edited = elements
    ? editXml(xml, [...unwrapContentControls(elements), ...freezeFields(xml, elements)])
    : xml;
  return dropPictureLinks(edited);
}
