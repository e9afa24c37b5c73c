/** Downloads a file from the server with the browser's own download; the server sets its name. */
export function downloadFile(path: string): void {
  const link = document.createElement('a');
  link.href = path;
  link.download = '';
  link.click();
}
