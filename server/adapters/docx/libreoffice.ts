import { access, chown, constants, copyFile, mkdir } from 'node:fs/promises';
import { open, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Refusal } from '#core/refusal.ts';
import { refuse } from '#core/refusal.ts';
import type { ConversionFailure, DocxConverter, WantedFont } from '../../ports/docx-converter.ts';
import { createConversionFolder, removeAbandonedFolders } from './conversion-folder.ts';
import { findProgram } from './find-program.ts';
import { fontConfig, fontConfigName } from './font-config.ts';
import { hardenedProfile } from './hardened-profile.ts';
import { limitConcurrency } from './limit-concurrency.ts';
import { runConfined } from './run-confined.ts';
import { chooseSandbox, nobody } from './sandbox.ts';

export type LibreOfficeOptions = {
  /** Path of `soffice`. By default, it is looked up on PATH and in the standard location on macOS. */
  program?: string | undefined;
  /** Folders that the conversion must not be able to read, such as DATA_DIR, which contains keys. */
  hidden?: readonly string[];
  /** Maximum concurrent conversions; each uses about 250 MB. */
  concurrency?: number;
  /** Milliseconds after which a conversion is stopped, unless it reaches its CPU time limit first. */
  timeoutMs?: number;
};

/**
 * Converts documents with LibreOffice. Every conversion has its own process group, profile and folder, which
 * are deleted afterwards. It has no network, none of our environment variables and, where the system supports
 * it, no access to our files (S-24, S-25).
 */
export function libreOfficeConverter(options: LibreOfficeOptions = {}): DocxConverter {
  const { hidden = [], concurrency = 2, timeoutMs = 120_000 } = options;
  const inTurn = limitConcurrency(concurrency);
  const swept = removeAbandonedFolders();
  const find = () =>
    findProgram('soffice', options.program, '/Applications/LibreOffice.app/Contents/MacOS/soffice');
  let report: (failure: ConversionFailure) => void = () => undefined;
  return {
    available: async () => (await find()) !== undefined,
    onFailure: (listener) => (report = listener),
    convert: (bytes, { account = '', signal, fonts = [], format = 'docx', hasFormulas = false } = {}) => {
      const run = async (): Promise<Uint8Array | Refusal> => {
        await swept;
        signal?.throwIfAborted();
        const program = await find();
        if (program === undefined) return unavailable();
        if (hasFormulas && (await lacksMath(program))) return withoutFormulas;
        const limits = { hidden, timeoutMs, signal };
        const attempt = (again: boolean): Promise<Uint8Array | Refusal> =>
          convertInFolder(program, { bytes, format, fonts }, limits, (ending, isFinal) =>
            report({ ...ending, again: again && !isFinal }),
          );
        // Under load, LibreOffice sometimes fails on a document that it can convert a moment later, so a
        // failure is retried once.
        const first = await attempt(true);
        return first === failed ? attempt(false) : first;
      };
      return inTurn({ account, size: bytes.length, run });
    },
  };
}

/**
 * Returns true if LibreOffice Writer is installed without Math, which Debian ships as a separate package.
 * Writer then omits formulas.
 */
async function lacksMath(program: string): Promise<boolean> {
  const folder = dirname(await realpath(program));
  const has = (library: string) =>
    access(join(folder, library)).then(
      () => true,
      () => false,
    );
  return (await has('libswlo.so')) && !(await has('libsmlo.so'));
}

type Source = { bytes: Uint8Array; format: 'docx' | 'html'; fonts: readonly WantedFont[] };
type Limits = { hidden: readonly string[]; timeoutMs: number; signal: AbortSignal | undefined };

async function convertInFolder(
  program: string,
  document: Source,
  limits: Limits,
  report: (ending: Omit<ConversionFailure, 'again'>, isFinal: boolean) => void,
): Promise<Uint8Array | Refusal> {
  const folder = await createConversionFolder();
  try {
    await layOut(folder, document);
    const command = [
      ...(await chooseSandbox(folder, limits.hidden)),
      program,
      ...conversion(folder, document.format),
    ];
    const { timedOut, ...ending } = await runConfined(command, { folder, ...limits });
    limits.signal?.throwIfAborted();
    const pdf = timedOut ? undefined : await readResult(join(folder, 'out/document.pdf'));
    if (pdf === undefined) report(ending, timedOut);
    return pdf ?? (timedOut ? tooLong() : failed);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Fills the folder with everything that the conversion may read or write, and gives it to the user that runs
 * the conversion.
 */
async function layOut(folder: string, { bytes, format, fonts }: Source): Promise<void> {
  await mkdir(join(folder, 'profile/user'), { recursive: true });
  await mkdir(join(folder, 'out'));
  await mkdir(join(folder, 'tmp'));
  await copyFonts(join(folder, 'tmp/.fonts'));
  await writeFile(join(folder, 'tmp', fontConfigName), fontConfig(fonts));
  await writeFile(join(folder, 'profile/user/registrymodifications.xcu'), hardenedProfile);
  await writeFile(join(folder, `document.${format}`), bytes);
  if (process.getuid?.() !== 0) return;
  const inside = await readdir(folder, { recursive: true });
  for (const name of ['', ...inside]) await chown(join(folder, name), nobody, nobody);
}

const ownFonts = join(import.meta.dirname, '../../../pdf/fonts');

/**
 * Copies fonts for non-Latin scripts, which the system may lack. The user that runs the conversion may not
 * have access to our installation folder.
 */
async function copyFonts(folder: string): Promise<void> {
  await mkdir(folder);
  for (const name of await readdir(ownFonts)) {
    if (/^Noto.*\.ttf$/.test(name)) {
      await copyFile(join(ownFonts, name), join(folder, name), constants.COPYFILE_FICLONE);
    }
  }
}

/** Import filters, so that LibreOffice reads a file only as the format that was checked. */
const filters = { docx: 'MS Word 2007 XML', html: 'HTML (StarWriter)' };

function conversion(folder: string, format: Source['format']): string[] {
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
  const reading = `--infilter=${filters[format]}`;
  // Omits review comments and form controls, which are not part of the page that people sign.
  const [off, on] = ['false', 'true'].map((value) => ({ type: 'boolean', value }));
  // Headings, lists and tables keep their structure for screen readers.
  const options = { ExportFormFields: off, ExportNotes: off, UseTaggedPDF: on };
  const writing = `pdf:writer_pdf_Export:${JSON.stringify(options)}`;
  const quiet = ['--headless', '--norestore', '--nolockcheck', '--nodefault'];
  return [
    profile,
    ...quiet,
    reading,
    '--convert-to',
    writing,
    '--outdir',
    join(folder, 'out'),
    join(folder, `document.${format}`),
  ];
}

const maxPdfBytes = 200 * 1024 * 1024;

/**
 * Returns the written PDF; undefined if there is none. LibreOffice reports success even if it wrote nothing.
 */
async function readResult(path: string): Promise<Uint8Array | undefined> {
  const file = await open(path, 'r').catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const { size } = await file.stat();
    const { buffer } = await file.read(Buffer.alloc(5), 0, 5, 0);
    return buffer.toString('latin1') === '%PDF-' && size <= maxPdfBytes ? await readFile(path) : undefined;
  } finally {
    await file.close();
  }
}

const unavailable = () =>
  refuse(
    'conversion-unavailable',
    'This server can’t convert Word documents. Save it as PDF and upload that.',
  );

const withoutFormulas = refuse(
  'conversion-unavailable',
  'This server can’t convert Word documents with formulas. Save it as PDF and upload that.',
);

const failed = refuse(
  'conversion-failed',
  'This Word document couldn’t be converted. Save it as PDF and upload that.',
);

const tooLong = () =>
  refuse(
    'conversion-failed',
    'This Word document takes too long to convert. Save it as PDF and upload that.',
  );
