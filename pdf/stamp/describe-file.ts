import { PdfDict, PdfRef, dict, name, stream, textString, type PdfObject } from '../objects/objects.ts';
import type { Workshop } from './workshop.ts';
import type { FileInfo } from './composition.ts';

const PRODUCER = 'Countersign';

/**
 * Sets title, producer and language in the information dictionary, in XMP and in the catalog, so that all
 * readers show the same values (PDF/UA-1, 7.1 and 7.2). Returns the trailer entry for /Info.
 */
export function describeFile({ revision, catalog }: Workshop, { title, language }: FileInfo): PdfDict {
  const { file } = revision;
  const known = file.trailer.get('Info');
  const existing = file.resolve(known);
  const info = new PdfDict(existing instanceof PdfDict ? existing : []);
  info.set('Title', textString(title)).set('Producer', textString(PRODUCER));
  const target = known instanceof PdfRef ? known : revision.allocate();
  revision.set(target, info);

  if (language !== undefined && !catalog.has('Lang')) catalog.set('Lang', textString(language));
  const preferences = file.resolve(catalog.get('ViewerPreferences'));
  catalog.set(
    'ViewerPreferences',
    new PdfDict([...(preferences instanceof PdfDict ? preferences : []), ['DisplayDocTitle', true]]),
  );
  catalog.set('Metadata', revision.add(metadata(title)));
  return dict({ Info: target });
}

/** XMP (ISO 16684-1) is not compressed, so that simple tools can find it. */
function metadata(title: string): PdfObject {
  const xmp =
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n' +
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n' +
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" ' +
    'xmlns:pdf="http://ns.adobe.com/pdf/1.3/">\n' +
    `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(title)}</rdf:li></rdf:Alt></dc:title>\n` +
    `<pdf:Producer>${PRODUCER}</pdf:Producer>\n` +
    '</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end="r"?>';
  return stream({ Type: name('Metadata'), Subtype: name('XML') }, Buffer.from(xmp, 'utf8'));
}

const escapeXml = (text: string): string =>
  // XML 1.0 allows no control characters except tabs and line breaks.
  text

    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
