import { runTool } from './run-tool.ts';

export type QpdfJudgement = { readonly clean: boolean; readonly report: string };

/** Runs `qpdf --check`. A clean file has neither errors nor warnings. */
export async function qpdfCheck(file: string): Promise<QpdfJudgement> {
  const { code, stdout, stderr } = await runTool('qpdf', ['--check', file]);
  return { clean: code === 0, report: new TextDecoder().decode(stdout) + stderr };
}
