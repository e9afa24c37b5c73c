// countersign-verify FILE [--root FILE] [--timestamp-root FILE] [--list FILE] [--evidence FILE] [--log FILE] [--language en|de|es|fr|ar] [--json]
// Checks a sealed PDF on this machine alone: no network, no server, nothing to install but Node 20 or newer.
import { readFile } from 'node:fs/promises';
import { findCheckpoint } from '#core/log/checkpoint.ts';
import { isLanguage, type Language } from '#core/language/language.ts';
import { compareLog, type LogVerdict } from '../compare-log.ts';
import { readLists } from '../read-lists.ts';
import { readRoots } from '../read-roots.ts';
import type { Report } from '../report.ts';
import { Teller, type Words } from '../tell.ts';
import { verifyFile } from '../verify-file.ts';
import ar from '../words/ar.json' with { type: 'json' };
import de from '../words/de.json' with { type: 'json' };
import en from '../words/en.json' with { type: 'json' };
import es from '../words/es.json' with { type: 'json' };
import fr from '../words/fr.json' with { type: 'json' };
import { print } from './print.ts';

const dictionaries: Record<Language, Words> = { en, de, es, fr, ar };

const usage = `usage: countersign-verify FILE [--root FILE] [--timestamp-root FILE] [--list FILE] [--evidence FILE] [--log FILE] [--language en|de|es|fr|ar] [--json]

FILE              the sealed PDF; with --log also a completion mail, as text
--root            the root certificate that you trust (PEM), got from the operator and not from the file
--timestamp-root  the roots of the authorities for time that you trust (PEM)
--list            the newest list of withdrawn certificates of that root (DER or PEM), /api/seal/root.crl of the installation
--evidence        an evidence.json beside FILE, as in a bundle: it has to be the one in FILE, or to go on from it
--log             an answer of /api/log/since/SIZE of the installation, SIZE being that of the head in FILE

exit 0  genuine: sealed under that root, and not changed since
     1  changed, untrue, or without a seal; or the log was rewritten
     2  not decided: the root is not known, or the certificate of the seal was withdrawn, or FILE or --root cannot be read
`;

type Asked = {
  file: string;
  root: string | undefined;
  timestampRoot: string | undefined;
  list: string | undefined;
  evidence: string | undefined;
  log: string | undefined;
  language: Language;
  asJson: boolean;
};

const nothing = new Uint8Array();

process.exitCode = await run(process.argv.slice(2));

async function run(given: readonly string[]): Promise<0 | 1 | 2> {
  const asked = readArguments(given);
  if (asked === undefined) return refuse(usage);
  const file = await readOrUndefined(asked.file);
  if (file === undefined) return refuse(`${asked.file} cannot be read.\n`);
  const [roots, timestampRoots] = [
    await certificatesIn(asked.root),
    await certificatesIn(asked.timestampRoot),
  ];
  if (roots === undefined) return refuse(`${asked.root} holds no certificate in PEM form.\n`);
  if (timestampRoots === undefined)
    return refuse(`${asked.timestampRoot} holds no certificate in PEM form.\n`);
  const lists = asked.list === undefined ? [] : readLists((await readOrUndefined(asked.list)) ?? nothing);
  if (asked.list !== undefined && lists.length === 0)
    return refuse(`${asked.list} holds no list of withdrawn certificates.\n`);
  const beside = asked.evidence === undefined ? undefined : await readOrUndefined(asked.evidence);
  if (asked.evidence !== undefined && beside === undefined)
    return refuse(`${asked.evidence} cannot be read.\n`);
  const log = asked.log === undefined ? undefined : await readOrUndefined(asked.log);
  if (asked.log !== undefined && log === undefined) return refuse(`${asked.log} cannot be read.\n`);
  const inMail = log && findCheckpoint(file.toString());
  if (log && inMail && !isPdf(file)) return sayLog(asked, await compareLog(inMail, log.toString()));
  const report = await verifyFile(file, { roots, timestampRoots, lists, now: Date.now(), beside });
  const teller = new Teller(dictionaries[asked.language], asked.language);
  process.stdout.write(asked.asJson ? `${JSON.stringify(report, null, 2)}\n` : print(report, teller));
  if (report.beside === false) {
    if (!asked.asJson)
      process.stdout.write(`\n${dictionaries[asked.language].finding['evidence-beside-differs']}\n`);
    return 1;
  }
  if (!log) return exitCode(report);
  const compared = sayLog(
    asked,
    report.log ? await compareLog(report.log.checkpoint, log.toString()) : 'noHead',
  );
  return exitCode(report) === 0 ? compared : exitCode(report);
}

function isPdf(file: Buffer): boolean {
  return file.subarray(0, 5).toString('latin1') === '%PDF-';
}

/** How the log of the installation stands to the head that was given. */
function sayLog({ language, asJson }: Asked, verdict: LogVerdict | 'noHead'): 0 | 1 | 2 {
  const { log } = dictionaries[language];
  process.stdout.write(
    asJson ? `${JSON.stringify({ log: verdict })}\n` : `\n${log.title}\n${log[verdict]}\n`,
  );
  if (verdict === 'goes-on') return 0;
  return verdict === 'rewritten' ? 1 : 2;
}

function exitCode({ verdict }: Report): 0 | 1 | 2 {
  if (verdict === 'genuine') return 0;
  return verdict === 'unknown-root' ? 2 : 1;
}

function readArguments(given: readonly string[]): Asked | undefined {
  const asked: Asked = {
    ...{ file: '', root: undefined, timestampRoot: undefined, list: undefined },
    ...{ evidence: undefined, log: undefined },
    ...{ language: 'en', asJson: false },
  };
  for (let at = 0; at < given.length; at += 1) {
    const word = given[at] ?? '';
    if (word === '--json') asked.asJson = true;
    else if (word === '--root') asked.root = given[(at += 1)] ?? '';
    else if (word === '--timestamp-root') asked.timestampRoot = given[(at += 1)] ?? '';
    else if (word === '--list') asked.list = given[(at += 1)] ?? '';
    else if (word === '--evidence') asked.evidence = given[(at += 1)] ?? '';
    else if (word === '--log') asked.log = given[(at += 1)] ?? '';
    else if (word === '--language') {
      const language = given[(at += 1)];
      if (!isLanguage(language)) return undefined;
      asked.language = language;
    } else if (word.startsWith('--') || asked.file !== '') return undefined;
    else asked.file = word;
  }
  const { file, root, timestampRoot, list, evidence, log } = asked;
  return [file, root, timestampRoot, list, evidence, log].includes('') ? undefined : asked;
}

function refuse(why: string): 2 {
  process.stderr.write(why);
  return 2;
}

/** None where no file was named; undefined where the file holds none. */
async function certificatesIn(path: string | undefined): Promise<Uint8Array[] | undefined> {
  if (path === undefined) return [];
  const roots = readRoots((await readOrUndefined(path))?.toString('latin1') ?? '');
  return roots.length === 0 ? undefined : roots;
}

async function readOrUndefined(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch(() => undefined);
}
