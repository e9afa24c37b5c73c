/** Hands a file of ours to the browser's own downloads; the server names it. */
export function downloadFile(path: string): void {
  const link = document.createElement('a');
  link.href = path;
  link.download = '';
  link.click();
}
