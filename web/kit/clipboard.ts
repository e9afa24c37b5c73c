/** Puts a text into the clipboard; false where the browser does not let a page do that, as over plain http. */
export async function putInClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
