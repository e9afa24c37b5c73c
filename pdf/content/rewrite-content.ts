import type { ContentContext, RewrittenContent } from './content-context.ts';
import { ContentRewriter } from './content-rewriter.ts';

/**
 * Returns a content stream in canonical form (decision 0058): only known operators with their required operands,
 * numbers in decimal notation, strings in hexadecimal digits, and everything open closed.
 */
export function rewriteContent(content: Uint8Array, context: ContentContext): RewrittenContent {
  return new ContentRewriter(content, context).run();
}
