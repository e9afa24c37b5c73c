import type { ContentContext, RewrittenContent } from './content-context.ts';
import { ContentRewriter } from './content-rewriter.ts';

/**
 * A content stream in canonical form (decision 0058): operators that the format knows with the operands that it wants,
 * numbers in decimal notation, strings in hexadecimal digits, all that is opened closed, and nothing else.
 */
export function rewriteContent(content: Uint8Array, context: ContentContext): RewrittenContent {
  return new ContentRewriter(content, context).run();
}
