/** Returns the Link header for a list's next page (RFC 8288): this URL with the new cursor. */
export function linkToNext(url: string, cursor: string): string {
  const next = new URL(url, 'http://localhost');
  next.searchParams.set('cursor', cursor);
  return `<${next.pathname}${next.search}>; rel="next"`;
}
