/** The value of a Link header that leads to the next page of a list (RFC 8288): this address with its cursor. */
export function linkToNext(url: string, cursor: string): string {
  const next = new URL(url, 'http://localhost');
  next.searchParams.set('cursor', cursor);
  return `<${next.pathname}${next.search}>; rel="next"`;
}
