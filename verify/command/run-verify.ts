import { readFile } from 'node:fs/promises';
import { findCheckpoint, readCheckpoint } from '#core/log/checkpoint.ts';
import type { AppLanguage } from '#core/language/language.ts';
import { compareLog, type LogVerdict } from '../compare-log.ts';
import { compareSet } from '../compare-set.ts';
import { readLists } from '../read-lists.ts';
import { readRoots } from '../read-roots.ts';
import type { Report, Trust } from '../report.ts';
import { ReportFormatter, type Words } from '../report-formatter.ts';
import { verifyFile } from '../verify-file.ts';
import ar from '../words/ar.json' with { type: 'json' };
import de from '../words/de.json' with { type: 'json' };
import en from '../words/en.json' with { type: 'json' };
import es from '../words/es.json' with { type: 'json' };
import fr from '../words/fr.json' with { type: 'json' };
import { readArguments, readLogKeys, type CommandArguments } from './arguments.ts';
import { print } from './print.ts';

const dictionaries: Record<AppLanguage, Words> = { en, de, es, fr, ar };

const usage = `usage: countersign-verify FILE... [--root FILE] [--timestamp-root FILE] [--list FILE] [--log-key KEY|FILE]... [--evidence FILE] [--log FILE] [--language en|de|es|fr|ar] [--json]

FILE              the sealed PDF; with --log also a completion mail, as text. Several files are also compared: whether
                  they are all files of one document
--root            the root certificate that you trust (PEM), got from the operator and not from the file
--timestamp-root  the roots of the authorities for time that you trust (PEM)
--list            the newest certificate revocation list of that root (DER or PEM), /api/seal/root.crl of the installation
--log-key         a key of the log that you trust, or a file of them, /api/log/keys of the installation; may be given again
--evidence        an evidence.json beside FILE, as in a bundle: it has to be the one in FILE, or to go on from it
--log             an answer of /api/log/since/SIZE of the installation, SIZE being that of the head in FILE

exit 0  genuine: sealed under that root, and not changed since; with --log-key also confirmed by that log
     1  changed, untrue, or without a seal; or the log was rewritten
     2  not decided: the root is not known, the log does not confirm the file, the certificate of the seal was revoked,
        or a file that was given cannot be read or compared
`;

const nothing = new Uint8Array();

/** Verifies the files in the arguments, prints the result and returns the exit code. */
export async function runVerify(given: readonly string[]): Promise<0 | 1 | 2> {
  const args = readArguments(given);
  if (args === undefined) return refuse(usage);
  const file = await readOrUndefined(args.file);
  if (file === undefined) return refuse(`${args.file} cannot be read.\n`);
  const [roots, timestampRoots] = [await certificatesIn(args.root), await certificatesIn(args.timestampRoot)];
  if (roots === undefined) return refuse(`${args.root} contains no certificate in PEM format.\n`);
  if (timestampRoots === undefined)
    return refuse(`${args.timestampRoot} contains no certificate in PEM format.\n`);
  const lists = args.list === undefined ? [] : readLists((await readOrUndefined(args.list)) ?? nothing);
  if (args.list !== undefined && lists.length === 0)
    return refuse(`${args.list} contains no certificate revocation list.\n`);
  const trusted = await readLogKeys(args.logKeys, readOrUndefined);
  if ('wrong' in trusted) return refuse(`${trusted.wrong} is neither a log key nor a file of log keys.\n`);
  const { keys: logKeys } = trusted;
  const beside = args.evidence === undefined ? undefined : await readOrUndefined(args.evidence);
  if (args.evidence !== undefined && beside === undefined)
    return refuse(`${args.evidence} cannot be read.\n`);
  const log = args.log === undefined ? undefined : await readOrUndefined(args.log);
  if (args.log !== undefined && log === undefined) return refuse(`${args.log} cannot be read.\n`);
  if (args.others.length > 0)
    return await verifySet(args, file, { roots, timestampRoots, lists, logKeys, now: Date.now() });
  const inMail = log && findCheckpoint(file.toString());
  if (log && inMail && !isPdf(file)) return printLog(args, inMail, log.toString());
  const report = await verifyFile(file, { roots, timestampRoots, lists, logKeys, now: Date.now(), beside });
  const formatter = new ReportFormatter(dictionaries[args.language], args.language);
  process.stdout.write(args.asJson ? `${JSON.stringify(report, null, 2)}\n` : print(report, formatter));
  if (report.beside === false) {
    if (!args.asJson)
      process.stdout.write(`\n${dictionaries[args.language].finding['evidence-beside-differs']}\n`);
    return 1;
  }
  if (!log) return exitCode(report);
  const compared = await printLog(args, report.log?.checkpoint, log.toString());
  return exitCode(report) === 0 ? compared : exitCode(report);
}

/** Verifies several files and checks whether they belong to one document. */
async function verifySet(args: CommandArguments, first: Uint8Array, trust: Trust): Promise<0 | 1 | 2> {
  const formatter = new ReportFormatter(dictionaries[args.language], args.language);
  const given: { name: string; report: Report }[] = [];
  for (const name of [args.file, ...args.others]) {
    const bytes = name === args.file ? first : await readOrUndefined(name);
    if (bytes === undefined) return refuse(`${name} cannot be read.\n`);
    given.push({ name, report: await verifyFile(bytes, trust) });
  }
  const set = compareSet(given);
  const text = [
    ...given.map(({ name, report }) => `${name}\n${print(report, formatter)}`),
    ...(set ? [`${formatter.words.set.title}\n${formatter.together(set).join('\n')}\n`] : []),
  ];
  process.stdout.write(args.asJson ? `${JSON.stringify({ files: given, set }, null, 2)}\n` : text.join('\n'));
  const worst = given.map(({ report }) => exitCode(report)).reduce(worseOf, set?.complete ? 0 : 1);
  return worst;
}

/** A changed or incomplete set is worse than an undecided one. */
const worseOf = (one: 0 | 1 | 2, other: 0 | 1 | 2): 0 | 1 | 2 =>
  one === 1 || other === 1 ? 1 : one === 2 ? one : other;

function isPdf(file: Buffer): boolean {
  return file.subarray(0, 5).toString('latin1') === '%PDF-';
}

/** Compares the installation's log with the given checkpoint and prints the result. */
async function printLog(
  { language, asJson }: CommandArguments,
  head: string | undefined,
  answer: string,
): Promise<0 | 1 | 2> {
  const { log } = dictionaries[language];
  const verdict: LogVerdict | 'noHead' = head === undefined ? 'noHead' : await compareLog(head, answer);
  const size = String(readCheckpoint(head ?? '')?.size ?? '');
  const sentence = log[verdict].replace('{{size}}', size);
  process.stdout.write(asJson ? `${JSON.stringify({ log: verdict })}\n` : `\n${log.title}\n${sentence}\n`);
  if (verdict === 'goes-on') return 0;
  return verdict === 'rewritten' ? 1 : 2;
}

function exitCode({ verdict }: Report): 0 | 1 | 2 {
  if (verdict === 'genuine') return 0;
  return verdict === 'unknown-root' || verdict === 'unknown-log' ? 2 : 1;
}

function refuse(why: string): 2 {
  process.stderr.write(why);
  return 2;
}

/** Returns no certificates if no file was given, and undefined if the file contains none. */
async function certificatesIn(path: string | undefined): Promise<Uint8Array[] | undefined> {
  if (path === undefined) return [];
  const roots = readRoots((await readOrUndefined(path))?.toString('latin1') ?? '');
  return roots.length === 0 ? undefined : roots;
}

async function readOrUndefined(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch(() => undefined);
}
