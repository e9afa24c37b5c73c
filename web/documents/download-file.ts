/** Downloads a file with the browser's own download. The server sets the file name. */
export function downloadFile(path: string): void {
  const link = document.createElement('a');
  link.href = path;
  link.download = '';
  link.click();
}
