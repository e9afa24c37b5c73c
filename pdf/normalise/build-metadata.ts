import { isDict, latin1Text, name, PdfDict, PdfStream, PdfString, textString } from '../objects/objects.ts';
import type { PdfRef } from '../objects/objects.ts';
import { readTextString } from '../objects/read-text-string.ts';
import { decodeStream } from './source/decode-stream.ts';
import type { OutputFile } from './source/output-file.ts';
import type { SourceFile } from './source/source-file.ts';

/** Maximum length of the title. Longer titles are truncated. */
const MAX_TITLE = 500;

/**
 * Returns the title, both in /Info and as XMP, and the accessibility claim (PDF/UA) if the original makes it.
 * The claim is valid only with both forms of the title (A-11). No other metadata of the original is kept.
 */
export function buildMetadata(
  file: SourceFile,
  output: OutputFile,
): { information: PdfRef | undefined; metadata: PdfRef | undefined } {
  const original = file.resolve(file.dictAt(file.trailer, 'Info')?.get('Title'));
  const title = original instanceof PdfString ? readTextString(original).trim().slice(0, MAX_TITLE) : '';
  if (title === '') return { information: undefined, metadata: undefined };
  const packet = Buffer.from(xmpPacket(title, accessibilityPart(file)), 'utf8');
  return {
    information: output.add(new PdfDict([['Title', textString(title)]])),
    metadata: output.add(
      new PdfStream(
        new PdfDict([
          ['Type', name('Metadata')],
          ['Subtype', name('XML')],
        ]),
        Uint8Array.from(packet),
      ),
    ),
  };
}

/** Returns the part of PDF/UA that the original claims to follow, or undefined if it makes no such claim. */
const accessibilityPart = (file: SourceFile): string | undefined =>
  /pdfuaid:part(?:="|>)([12])/.exec(metadataText(file))?.[1];

/**
 * Returns true if the original claims to be for archiving (PDF/A). A stamped and sealed file does not conform to
 * that.
 */
export const saysPdfA = (file: SourceFile): boolean => /pdfaid:part(?:="|>)\d/.test(metadataText(file));

function metadataText(file: SourceFile): string {
  const catalog = file.resolve(file.trailer.get('Root'));
  const metadata = isDict(catalog) ? file.resolve(catalog.get('Metadata')) : null;
  if (!(metadata instanceof PdfStream)) return '';
  return latin1Text(decodeStream(metadata, file.resolve, file.budget) ?? new Uint8Array(0));
}

function xmpPacket(title: string, part: string | undefined): string {
  const claim =
    part === undefined ? '' : ` xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" pdfuaid:part="${part}"`;
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"${claim}>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(title)}</rdf:li></rdf:Alt></dc:title>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`;
}

const escapeXml = (text: string): string =>
  text
    .replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
    // Characters that XML 1.0 does not allow.
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
