import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { readRoots } from '../../verify/read-roots.ts';
import { verifyFile } from '../../verify/verify-file.ts';
import { ReportFormatter } from '../../verify/report-formatter.ts';
import en from '../../verify/words/en.json' with { type: 'json' };
import { openApi } from './api.ts';
import { Mistake } from './mistake.ts';
import { plain } from './plain.ts';

const help = `usage: countersign download ID [--to FILE] [--force]

Saves the sealed file of a completed document, unless its seal is not genuine. The seal is compared with the
root certificate of the installation. To check a file against a root that you got in another way, use
countersign verify.
--to      the file to write; default: the title of the document
--force   replaces an existing file
`;

export async function download(words: string[]): Promise<number> {
  const options = { to: { type: 'string' }, force: { type: 'boolean' }, help: { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const [id] = positionals;
  if (id === undefined) throw new Mistake('Name a document by its id. countersign status lists them.');
  const api = await openApi();
  const { title } = await api.call('readDocument', { params: { id } });
  const sealed = await api.call('downloadDocument', { params: { id } });
  const file = new Uint8Array(await sealed.arrayBuffer());
  const roots = readRoots(await (await api.call('downloadRootPem')).text());
  const report = await verifyFile(file, {
    roots,
    timestampRoots: [],
    lists: [],
    logKeys: undefined,
    now: Date.now(),
    beside: undefined,
  });
  const { title: verdict, text } = new ReportFormatter(en, 'en').verdict(report);
  if (report.verdict !== 'genuine') {
    process.stderr.write(plain(`${verdict}: ${text} Nothing was saved.`) + '\n');
    return 1;
  }
  const target = values.to ?? `${fileName(title)}.pdf`;
  await writeFile(target, file, { flag: values.force ? 'w' : 'wx' }).catch((error: NodeJS.ErrnoException) => {
    throw new Mistake(
      error.code === 'EEXIST'
        ? `${target} exists. Choose another name with --to, or add --force.`
        : `${target} cannot be written.`,
    );
  });
  process.stdout.write(`${plain(`${target}: ${verdict}`)}\n`);
  return 0;
}

/** Returns the title as a file name in this folder. */
function fileName(title: string): string {
  const name = title.replaceAll(/[\p{Cc}/\\:*?"<>|]/gu, '-').replace(/^[.\s]+|[.\s]+$/g, '');
  return name === '' ? 'document' : name.slice(0, 100);
}
