import { scanContent } from './scan-content.ts';
import type { Operator } from './scan-content.ts';

export type ClosedContent = {
  /** The content to use instead; undefined when the streams can stay as they are. */
  rewritten: Uint8Array | undefined;
  /** Operators to append so that all that was opened is closed, without the wrapper's own Q. */
  closing: string;
};

/**
 * Makes a page's content safe to stand between `q` and `Q`, so that what is appended later is drawn in the
 * default user space. Viewers ignore a Q without its q and carry on with the present state; between our q and Q
 * it would no longer be ignored, so such a Q is blanked out.
 */
export function closeContent(content: Uint8Array): ClosedContent {
  let saved = 0;
  let inText = false;
  let marks = 0;
  let last = 0;
  const excess: Operator[] = [];
  const { cutOff } = scanContent(content, (operator) => {
    last = operator.end;
    if (operator.name === 'q') saved++;
    else if (operator.name === 'Q') {
      if (saved > 0) saved--;
      else excess.push(operator);
    } else if (operator.name === 'BT') inText = true;
    else if (operator.name === 'ET') inText = false;
    else if (operator.name === 'BMC' || operator.name === 'BDC') marks++;
    else if (operator.name === 'EMC' && marks > 0) marks--;
  });
  const closing = (inText ? 'ET\n' : '') + 'EMC\n'.repeat(marks) + 'Q\n'.repeat(saved);
  if (excess.length === 0 && !cutOff) return { rewritten: undefined, closing };
  const rewritten = Uint8Array.from(cutOff ? content.subarray(0, last) : content);
  for (const { end } of excess) rewritten[end - 1] = 0x20;
  return { rewritten, closing };
}
