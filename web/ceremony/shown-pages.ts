/**
 * Whether everything that somebody wanted to look at was shown: a page that could not be drawn, or the whole file
 * (page 0), was not, until it is drawn after all or the file is downloaded to be read elsewhere.
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
      // One that was seen before stays seen.
      if (!drawn.has(page)) failed.add(page);
    },
    downloaded(): void {
      downloaded = true;
    },
    areAll: (): boolean => downloaded || failed.size === 0,
  };
}
