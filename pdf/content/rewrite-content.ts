import type { ContentContext, RewrittenContent } from './content-context.ts';
import { ContentRewriter } from './content-rewriter.ts';

/**
 * Returns a content stream in canonical form (decision 0058): only known operators with the operands that
 * they require, numbers in decimal notation, strings in hexadecimal digits, and everything that is opened
 * closed.
 */
export function rewriteContent(content: Uint8Array, context: ContentContext): RewrittenContent {
  return new ContentRewriter(content, context).run();
}
