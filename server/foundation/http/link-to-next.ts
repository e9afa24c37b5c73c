/** The Link header for the next page of a list (RFC 8288): this URL with the cursor. */
export function linkToNext(url: string, cursor: string): string {
  const next = new URL(url, 'http://localhost');
  next.searchParams.set('cursor', cursor);
  return `<${next.pathname}${next.search}>; rel="next"`;
}
