import { runTool } from './run-tool.ts';

/** Returns the text of the file as poppler reads it, in the layout of the page. */
export async function pdftotext(file: string): Promise<string> {
  const { code, stdout, stderr } = await runTool('pdftotext', ['-layout', '-enc', 'UTF-8', file, '-']);
  if (code !== 0) throw new Error(`pdftotext: ${stderr}`);
  return new TextDecoder().decode(stdout);
}
