import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { isRefusal } from '#core/refusal.ts';
import { linkedPicture, makeDocx, relationship } from '#testing/docx/make-docx.ts';
import { inFile } from '#testing/judges/look-at.ts';
import { runTool } from '#testing/judges/run-tool.ts';
import { structureFaults } from '#testing/judges/structure.ts';
import { longTest } from '#testing/long-test.ts';
import { normalised } from '#testing/pdfs/normalised.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { longRun } from '#testing/long-run.ts';

import { checkDocx } from './check-docx.ts';
import { replacedFonts } from '../../documents/files/replaced-fonts.ts';
import { describeDocxConverter, textOf } from './docx-converter.suite.ts';
import { libreOfficeConverter } from './libreoffice.ts';
import { chooseSandbox, nobody } from './sandbox.ts';

const isInstalled = (process.env['PATH'] ?? '')
  .split(delimiter)
  .some((folder) => existsSync(join(folder, 'soffice')));
const asRoot = process.getuid?.() === 0;
/** A process takes seconds to start or stop on a loaded machine. */
const patiently = { timeout: 30_000 };
const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('countersign-docx-'));

describe.skipIf(!isInstalled)('LibreOffice (skipped if soffice is not on PATH)', () => {
  describeDocxConverter('as a converter', libreOfficeConverter({ concurrency: 2 }));

  describe('converts a lease in three scripts, with a table', () => {
    let pdf: Uint8Array;
    beforeAll(async () => {
      const cell = (text: string) => `<w:tc><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`;
      const table = `<w:tbl><w:tblGrid><w:gridCol/><w:gridCol/></w:tblGrid><w:tr>${cell('Rent')}${cell('EUR 500')}</w:tr></w:tbl><w:p/>`;
      const docx = makeDocx({ paragraphs: ['服务协议 اتفاقية Lease'], body: table });
      const converted = await libreOfficeConverter().convert(docx);
      if (!(converted instanceof Uint8Array)) throw new Error(converted.detail);
      pdf = converted;
    });

    test('uses our bundled fonts for scripts without a system font', () => {
      expect(Buffer.from(pdf).toString('latin1')).toMatch(/FontName\/[A-Z]{6}\+NotoSansSC/);
    });

    test("keeps a table's structure for screen readers, also in the base file (A-11)", async () => {
      const { bytes } = await normalised(pdf);
      const shown = await inFile(bytes, (file) => runTool('pdfinfo', ['-struct-text', file]));
      expect(Buffer.from(shown.stdout).toString()).toMatch(
        /Document[^]*Lease"[^]*Table[^]*TR[^]*"Rent"[^]*"EUR 500"/,
      );
      expect(structureFaults(bytes)).toEqual([]);
    });
  });

  test.runIf(longRun)("computes page numbers in content controls, and keeps a date's text", async () => {
    const field = (code: string, result: string) =>
      `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${code}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>${result}</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;
    const control = (content: string) =>
      `<w:sdt><w:sdtPr><w:id w:val="5"/></w:sdtPr><w:sdtContent><w:p>${content}</w:p></w:sdtContent></w:sdt>`;
    const body =
      control(`<w:r><w:t>pages:</w:t></w:r>${field('NUMPAGES', '9')}`) +
      control(`<w:fldSimple w:instr="PAGE"><w:r><w:t>6</w:t></w:r></w:fldSimple>`) +
      `<w:p>${field('DATE', '1 May 2019')}</w:p>`;
    const checked = await checkDocx({ docx: makeDocx({ body }) });
    if (isRefusal(checked)) throw new Error(checked.detail);
    const text = await textOf(await libreOfficeConverter().convert(checked.docx));
    expect(text.split('\n').slice(0, 4)).toEqual(['Agreement', 'pages:1', '1', '1 May 2019']);
  });

  test.runIf(longRun)('prints a formula', async ({ skip }) => {
    const formula = (text: string) => `<m:oMath><m:r><m:t>${text}</m:t></m:r></m:oMath>`;
    const space = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"';
    const body = `<w:p ${space}><w:r><w:t>Interest: </w:t></w:r>${formula('rate=4711')}</w:p>`;
    const checked = await checkDocx({ docx: makeDocx({ body }) });
    if (isRefusal(checked)) throw new Error(checked.detail);
    const { hasFormulas } = checked;
    const pdf = await libreOfficeConverter().convert(checked.docx, { hasFormulas });
    skip(isRefusal(pdf), 'LibreOffice Math is not installed');
    expect((await textOf(pdf)).replaceAll(/\s/g, '')).toContain('rate=4711');
  });

  test.runIf(longRun)(
    'does not create a blank page for a page break that does not fit on a full page',
    async () => {
      const line =
        '<w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="400" w:lineRule="exact"/></w:pPr><w:r><w:t>Rent</w:t></w:r></w:p>';
      const pageBreak = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';
      // Page size and margins for exactly forty lines.
      const section =
        '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="400" w:bottom="400" w:left="400" w:right="400" w:header="0" w:footer="0" w:gutter="0"/></w:sectPr>';
      const main = `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${line.repeat(40)}${pageBreak}${line}${section}</w:body></w:document>`;
      const docx = makeDocx({ parts: { 'word/document.xml': main } });
      const checked = await checkDocx({ docx });
      if (isRefusal(checked)) throw new Error(checked.detail);
      const text = await textOf(await libreOfficeConverter().convert(checked.docx));
      expect(text.split('\f').map((page) => page.match(/Rent/g)?.length)).toEqual([40, 1, undefined]);
    },
  );

  test.runIf(longRun)('replaces missing fonts with those of the closest widths', async () => {
    // With Ghostscript's fonts installed, fontconfig prefers them for Helvetica and Palatino.
    const wanted = [
      ...['Calibri', 'Cambria', 'ArialMT', 'TimesNewRomanPSMT', 'Courier New', 'Aptos', 'Verdana'],
      ...['Helvetica', 'Palatino'],
    ];
    const body = wanted.map(
      (name) =>
        `<w:p><w:r><w:rPr><w:rFonts w:ascii="${name}" w:hAnsi="${name}"/></w:rPr><w:t>${name}</w:t></w:r></w:p>`,
    );
    const checked = await checkDocx({ docx: makeDocx({ paragraphs: [], body: body.join('') }) });
    if (isRefusal(checked)) throw new Error(checked.detail);
    const pdf = await libreOfficeConverter().convert(checked.docx, { fonts: checked.fonts });
    if (!(pdf instanceof Uint8Array)) throw new Error(pdf.detail);
    const names = Buffer.from(pdf)
      .toString('latin1')
      .matchAll(/FontName\/[A-Z]{6}\+([\w-]+)/g);
    expect(Array.from(names, ([, name]) => name).toSorted()).toEqual([
      ...['Caladea-Regular', 'Carlito', 'DejaVuSans', 'LiberationMono', 'LiberationSans', 'LiberationSerif'],
    ]);
    expect(replacedFonts(checked.fonts, pdf)).toEqual([
      ...['Aptos → Liberation Sans', 'Verdana → DejaVu Sans', 'Palatino → Caladea'],
    ]);
  });

  longTest("Mallory's linked picture is not fetched, and no local file appears in the PDF", async () => {
    let requests = 0;
    const server = createServer((_request, response) => {
      requests += 1;
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/picture.png`;
    const picture = join(await openFolder(), 'secret.svg');
    await writeFile(
      picture,
      '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="60"><text y="40" font-size="30">sealing key</text></svg>',
    );
    const outside = { external: true };
    const docx = makeDocx({
      paragraphs: ['Before'],
      body: linkedPicture('rId7') + linkedPicture('rId8'),
      relationships: [
        relationship('image', address, { id: 'rId7', ...outside }),
        relationship('image', pathToFileURL(picture).href, { id: 'rId8', ...outside }),
      ],
    });
    const text = await textOf(await libreOfficeConverter().convert(docx));
    expect(text).toContain('Before');
    expect(text).not.toContain('sealing key');
    expect(requests).toBe(0);
  });
});

test('without LibreOffice the converter reports that and rejects documents', async () => {
  const converter = libreOfficeConverter({ program: join(tmpdir(), 'not-installed', 'soffice') });
  expect(await converter.available()).toBe(false);
  expect(await converter.convert(makeDocx())).toMatchObject({ refused: 'conversion-unavailable' });
});

test('without LibreOffice Math, which would omit formulas, a document with formulas is refused', async () => {
  const program = await fakeOffice("printf '%%PDF-1.7' > out/document.pdf");
  const convert = () => libreOfficeConverter({ program }).convert(makeDocx(), { hasFormulas: true });
  expect(await convert()).toBeInstanceOf(Uint8Array);
  await writeFile(join(program, '../libswlo.so'), '');
  expect(await convert()).toMatchObject({ refused: 'conversion-unavailable' });
  await writeFile(join(program, '../libsmlo.so'), '');
  expect(await convert()).toBeInstanceOf(Uint8Array);
});

test('the conversion cannot access our secrets, and runs as nobody if root started it', async () => {
  vi.stubEnv('SECRET_KEY', 'do-not-tell');
  onTestFinished(() => void vi.unstubAllEnvs());
  const program = await fakeOffice('(printf "%%PDF-"; env; echo "user=$(id -u)") > out/document.pdf');
  const pdf = await libreOfficeConverter({ program }).convert(makeDocx());
  if (!(pdf instanceof Uint8Array)) throw new Error(pdf.detail);
  const seen = new TextDecoder().decode(pdf);
  expect(seen).toContain('HOME=');
  expect(seen).not.toContain('do-not-tell');
  expect(seen).toContain(`user=${asRoot ? nobody : process.getuid?.()}`);
});

test('the conversion cannot read our keys', async ({ skip }) => {
  const dataDir = temporaryFolder();
  const sandbox = await chooseSandbox(await openFolder(), [dataDir]);
  skip(!sandbox.includes('setpriv'), 'this system allows neither another user nor a namespace');
  await writeFile(join(dataDir, 'secret'), 'do-not-tell');
  const program = await fakeOffice(`(printf '%%PDF-'; cat '${dataDir}/secret') > out/document.pdf`);
  const pdf = await libreOfficeConverter({ program, hidden: [dataDir] }).convert(makeDocx());
  if (!(pdf instanceof Uint8Array)) throw new Error(pdf.detail);
  expect(new TextDecoder().decode(pdf)).toBe('%PDF-');
});

test('output that is not a PDF is a failed conversion, which is retried and reported without the document', async () => {
  const program = await fakeOffice('echo "<html>" > out/document.pdf; exit 7');
  const converter = libreOfficeConverter({ program });
  const failures: unknown[] = [];
  converter.onFailure?.((failure) => failures.push(failure));
  expect(await converter.convert(makeDocx())).toMatchObject({ refused: 'conversion-failed' });
  const failure = { exitCode: 7, exitSignal: null, seconds: expect.any(Number) as number };
  expect(failures).toEqual([
    { ...failure, again: true },
    { ...failure, again: false },
  ]);
});

test('a conversion that fails once is retried', async () => {
  const program = await fakeOffice(
    'tried="$(dirname "$0")/tried"; [ -e "$tried" ] && printf "%%PDF-1.7" > out/document.pdf; touch "$tried"',
  );
  expect(await libreOfficeConverter({ program }).convert(makeDocx())).toBeInstanceOf(Uint8Array);
});

test('a hanging conversion is killed with all its processes and leaves no files behind', async () => {
  const before = folders();
  const program = await fakeOffice('sleep 600 & echo $! > "$(dirname "$0")/child"; wait');
  const converter = libreOfficeConverter({ program, timeoutMs: 4000 });
  expect(await converter.convert(makeDocx())).toEqual({
    refused: 'conversion-failed',
    detail: expect.stringMatching(/too long/) as string,
  });
  const child = Number(await readFile(join(program, '../child'), 'utf8'));
  await expect.poll(() => isRunning(child), patiently).toBe(false);
  expect(folders().filter((name) => !before.includes(name))).toEqual([]);
});

test('a conversion stops when the sender disconnects', async () => {
  const program = await fakeOffice('touch "$(dirname "$0")/started"; sleep 600');
  const leaving = new AbortController();
  const converter = libreOfficeConverter({ program, concurrency: 1 });
  const first = converter.convert(makeDocx(), { account: 'ada', signal: leaving.signal });
  const second = converter.convert(makeDocx(), {
    signal: AbortSignal.abort(new Error('gone before its turn')),
  });
  await expect.poll(() => existsSync(join(program, '../started')), patiently).toBe(true);
  leaving.abort(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  await expect(second).rejects.toThrow('gone before its turn');
});

test('an account converts one document at a time, without blocking other accounts', async () => {
  const program = await fakeOffice(
    'go=$(ls "$(dirname "$0")/go"); echo x >> "$(dirname "$0")/begun"; [ "$go" ] || sleep 600; printf "%%PDF-1.7" > out/document.pdf',
  );
  const begun = () =>
    existsSync(join(program, '../begun')) ? readFileSync(join(program, '../begun'), 'utf8') : '';
  const converter = libreOfficeConverter({ program, concurrency: 2 });
  const leaving = new AbortController();
  const { signal } = leaving;
  const waiting = ['mallory', 'mallory', 'mallory'].map((account) =>
    converter.convert(makeDocx(), { account, signal }),
  );
  const ended = Promise.allSettled(waiting);
  await expect.poll(begun, patiently).toBe('x\n');
  await writeFile(join(program, '../go'), '');
  // This conversion fails immediately, so no second conversion of the other account can start before it ends.
  expect(await converter.convert(makeDocx(), { account: 'ada' })).toBeInstanceOf(Uint8Array);
  expect(begun()).toBe('x\nx\n');
  leaving.abort(new Error('gone'));
  await ended;
});

test('killing the server also kills its conversion, and the next start removes the document', async () => {
  const program = await fakeOffice(
    'sleep 600 & echo $! > "$(dirname "$0")/child.new"; mv "$(dirname "$0")/child.new" "$(dirname "$0")/child"; wait',
  );
  const module = pathToFileURL(join(import.meta.dirname, 'libreoffice.ts')).href;
  const script = `const { libreOfficeConverter } = await import(${JSON.stringify(module)});
    await libreOfficeConverter({ program: ${JSON.stringify(program)} }).convert(new Uint8Array(9));`;
  const server = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' });
  const own = () => folders().filter((name) => name.startsWith(`countersign-docx-${server.pid}-`));
  await expect.poll(() => existsSync(join(program, '../child')), patiently).toBe(true);
  const child = Number(await readFile(join(program, '../child'), 'utf8'));
  expect(own()).toHaveLength(1);
  const exited = once(server, 'exit');
  server.kill('SIGKILL');
  await exited;
  await expect.poll(() => isRunning(child), patiently).toBe(false);
  await libreOfficeConverter({ program: join(program, '../nothing') }).convert(makeDocx());
  expect(own()).toEqual([]);
});

/** Creates a fake LibreOffice, which runs in the folder of the conversion. */
async function fakeOffice(script: string): Promise<string> {
  const program = join(await openFolder(), 'soffice');
  await writeFile(program, `#!/bin/sh\n${script}\n`);
  await chmod(program, 0o755);
  return program;
}

/** Creates a folder that the conversion's user can also read and write. */
async function openFolder(): Promise<string> {
  const folder = temporaryFolder();
  await chmod(folder, 0o777);
  return folder;
}

/**
 * Returns true if the process is running. A terminated process remains listed as a zombie (Z) if its parent
 * does not wait for it, as in many containers.
 */
function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
  } catch {
    return false;
  }
  const stat = `/proc/${processId}/stat`;
  return !existsSync(stat) || !readFileSync(stat, 'utf8').includes(') Z ');
}
