import type { XmlEdit } from './edit-xml.ts';
import type { XmlElement } from './xml-elements.ts';

/**
 * Replaces content controls (w:sdt, ECMA-376 part 1, 17.5.2) with their content. LibreOffice 7.4 prints the
 * code instead of the result of a field inside a block-level content control. The control itself is not
 * printed.
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
