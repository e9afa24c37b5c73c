/**
 * Copies a text to the clipboard. Returns false if the browser does not allow it, for example over plain
 * HTTP.
 */
export async function copyToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
