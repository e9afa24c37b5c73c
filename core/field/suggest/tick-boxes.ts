import type { Line } from './lines.ts';
import { baseOf, rightOf, type Area, type PageLayout } from './page-layout.ts';
import type { Draft } from './draft.ts';

/** Characters that depict empty boxes. */
const BOX = /^[\u2610\u25a1\u25fb\u25a2\u2751\u274f\u2750\u{1f78e}]$/u;

/** Returns the small boxes and box characters beside a text. */
export function tickBoxes({ words, squares }: PageLayout, lines: readonly Line[]): Draft[] {
  const signs = words
    .filter(({ text }) => BOX.test(text))
    .map((word): Area => ({
      x: word.x,
      y: baseOf(word) - word.width,
      width: word.width,
      height: word.width,
    }));
  return [...squares, ...signs].flatMap((area): Draft[] => {
    const bottom = area.y + area.height;
    const line = lines.find(({ base }) => Math.abs(base - bottom) < 5);
    const isFilled = line?.words.some(
      (word) => !BOX.test(word.text) && word.x > area.x - 2 && rightOf(word) < rightOf(area) + 2,
    );
    const beside =
      line?.words.filter((word) => word.x >= rightOf(area) - 1 && word.x < rightOf(area) + 250) ?? [];
    const end = beside.findIndex(({ text }) => BOX.test(text));
    const label = beside
      .slice(0, end < 0 ? 8 : Math.min(end, 8))
      .map(({ text }) => text)
      .join(' ');
    if (isFilled || label === '' || area.width < 6) return [];
    return [{ area, kind: 'checkbox', label, role: '', confidence: 0.7 }];
  });
}
