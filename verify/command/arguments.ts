import { readTrustedKeys, type TrustedLogKey } from '#core/log/trusted-keys.ts';
import { isAppLanguage, type AppLanguage } from '#core/language/language.ts';

/** Arguments of the command. All of them except `logKeys` are file names. */
export type CommandArguments = {
  file: string;
  /** Other files of the same document. */
  others: readonly string[];
  root: string | undefined;
  timestampRoot: string | undefined;
  list: string | undefined;
  /** Keys, or names of files that contain keys. */
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

/** Returns undefined if the arguments are invalid. */
export function readArguments(given: readonly string[]): CommandArguments | undefined {
  const args: CommandArguments = {
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
    if (word === '--json') args.asJson = true;
    else if (word in options) args[options[word as keyof typeof options]] = given[(at += 1)] ?? '';
    else if (word === '--log-key') args.logKeys = [...args.logKeys, given[(at += 1)] ?? ''];
    else if (word === '--language') {
      const language = given[(at += 1)];
      if (!isAppLanguage(language)) return undefined;
      args.language = language;
    } else if (word.startsWith('--')) return undefined;
    else if (args.file === '') args.file = word;
    else args.others = [...args.others, word];
  }
  const { file, others, root, timestampRoot, list, evidence, log, logKeys } = args;
  // A separate evidence file and a log response belong to a single file.
  if (others.length > 0 && (evidence ?? log) !== undefined) return undefined;
  return [file, ...others, root, timestampRoot, list, evidence, log, ...logKeys].includes('')
    ? undefined
    : args;
}

/** Returns undefined if no keys were given, or the first argument that is neither a key nor a file with keys. */
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
