/**
 * Tracks whether everything the person wanted to see was shown. A page (or, as page 0, the whole file) that
 * could not be drawn counts as not shown until it is drawn or the file is downloaded.
 */
export function shownPages() {
  const drawn = new Set<number>();
  const failed = new Set<number>();
  let downloaded = false;
  return {
    painted(page: number): void {
      drawn.add(page);
      failed.delete(page);
      failed.delete(0);
    },
    failed(page: number): void {
      // A page that was seen before still counts as seen.
      if (!drawn.has(page)) failed.add(page);
    },
    downloaded(): void {
      downloaded = true;
    },
    areAll: (): boolean => downloaded || failed.size === 0,
  };
}
