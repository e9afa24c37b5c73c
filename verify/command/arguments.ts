import { readTrustedKeys, type TrustedLogKey } from '#core/log/trusted-keys.ts';
import { isAppLanguage, type AppLanguage } from '#core/language/language.ts';

/** Arguments of the command. All except `logKeys` are file names. */
export type Asked = {
  file: string;
  /** Other files of the same document. */
  others: readonly string[];
  root: string | undefined;
  timestampRoot: string | undefined;
  list: string | undefined;
  /** Keys, or names of files with keys. */
  logKeys: readonly string[];
  evidence: string | undefined;
  log: string | undefined;
  language: AppLanguage;
  asJson: boolean;
};

const options = {
  '--root': 'root',
  '--timestamp-root': 'timestampRoot',
  '--list': 'list',
  '--evidence': 'evidence',
  '--log': 'log',
} as const;

/** Returns undefined unless the arguments are valid. */
export function readArguments(given: readonly string[]): Asked | undefined {
  const asked: Asked = {
    file: '',
    others: [],
    root: undefined,
    timestampRoot: undefined,
    list: undefined,
    logKeys: [],
    evidence: undefined,
    log: undefined,
    language: 'en',
    asJson: false,
  };
  for (let at = 0; at < given.length; at += 1) {
    const word = given[at] ?? '';
    if (word === '--json') asked.asJson = true;
    else if (word in options) asked[options[word as keyof typeof options]] = given[(at += 1)] ?? '';
    else if (word === '--log-key') asked.logKeys = [...asked.logKeys, given[(at += 1)] ?? ''];
    else if (word === '--language') {
      const language = given[(at += 1)];
      if (!isAppLanguage(language)) return undefined;
      asked.language = language;
    } else if (word.startsWith('--')) return undefined;
    else if (asked.file === '') asked.file = word;
    else asked.others = [...asked.others, word];
  }
  const { file, others, root, timestampRoot, list, evidence, log, logKeys } = asked;
  // Evidence beside a file, and the answer of a log, concern a single file.
  if (others.length > 0 && (evidence ?? log) !== undefined) return undefined;
  return [file, ...others, root, timestampRoot, list, evidence, log, ...logKeys].includes('')
    ? undefined
    : asked;
}

/** Returns undefined without keys, or the first argument that is neither a key nor a file with keys. */
export async function readLogKeys(
  given: readonly string[],
  read: (path: string) => Promise<Uint8Array | undefined>,
): Promise<{ keys: TrustedLogKey[] | undefined } | { wrong: string }> {
  const keys: TrustedLogKey[] = [];
  for (const one of given) {
    const own = readTrustedKeys(one) ?? readTrustedKeys(new TextDecoder().decode(await read(one)));
    if (!own) return { wrong: one };
    keys.push(...own);
  }
  return { keys: keys.length > 0 ? keys : undefined };
}
