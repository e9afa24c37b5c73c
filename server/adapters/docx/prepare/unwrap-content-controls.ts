import type { XmlEdit } from './edit-xml.ts';
import type { XmlElement } from './xml-elements.ts';

/**
 * Content controls (w:sdt, ECMA-376 part 1, 17.5.2) are replaced by what they contain: LibreOffice 7.4 prints the code
 * of a field inside a block content control instead of its result. Paper shows no trace of the control itself.
 */
export function unwrapContentControls(elements: readonly XmlElement[]): XmlEdit[] {
  return elements
    .filter(({ name }) => name === 'sdt')
    .flatMap((control) => {
      const content = control.children.filter(({ name }) => name === 'sdtContent');
      let from = control.start;
      const edits: XmlEdit[] = [];
      for (const { contentStart, contentEnd } of content) {
        edits.push({ start: from, end: contentStart });
        from = contentEnd;
      }
      return [...edits, { start: from, end: control.end }];
    });
}
