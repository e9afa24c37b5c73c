import { marked } from 'marked';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import { refuseUpload } from '#core/upload-refusal.ts';
import type { CheckedMarkup, MarkupUpload } from '../../../ports/pdf-engine.ts';
import { cleanHtml } from './clean-html.ts';

/** Maximum bytes including embedded pictures. The converter can process this much within a minute. */
const maxBytes = 10 * 1024 * 1024;

/**
 * Returns an HTML or Markdown file as HTML that is safe to convert: only known elements and styles, and
 * nothing that runs or is fetched. `texts` must appear on the pages. Runs in a worker, because a small file
 * can take long to parse (S-25).
 */
export function checkMarkup({ source, kind }: MarkupUpload): Promise<CheckedMarkup | Refusal> {
  return Promise.resolve(check(source, kind));
}

function check(source: Uint8Array, kind: MarkupUpload['kind']): CheckedMarkup | Refusal {
  if (source.length > maxBytes)
    return refuseUpload('markup-too-large', 'This file is too large. Split it, or upload it as PDF.');
  const text = decode(source);
  if (text === undefined)
    return refuseUpload(
      'markup-not-utf8',
      'This file is not UTF-8 text. Save it as UTF-8 and upload it again.',
    );
  const html = kind === 'markdown' ? marked.parse(text, { async: false }) : text;
  const clean = cleanHtml(html);
  if (isRefusal(clean)) return clean;
  if (clean.texts.length === 0) return refuseUpload('file-empty', 'The file has no text.');
  return { ok: true, html: Buffer.from(clean.html), texts: clean.texts };
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
