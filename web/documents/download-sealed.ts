/** Hands the sealed file to the browser's own downloads; the server names it. */
export function downloadSealed(id: string): void {
  const link = document.createElement('a');
  link.href = `/api/documents/${encodeURIComponent(id)}/download`;
  link.download = '';
  link.click();
}
