import type { FileSet, Report } from './report.ts';

export type SetProblem =
  /** The file is not genuine, or it is not one of several files. */
  | 'set-not-vouched'
  /** The file belongs to a different document. */
  | 'set-mixed'
  /** The file lists different files than the first one does. */
  | 'set-differs'
  /** The same file was given twice. */
  | 'set-twice';

export type SetReport = {
  readonly documentId: string;
  /** Number of files of the document. */
  readonly of: number;
  /** Numbers (from 1) of files that were not given. Empty if the sealed file with all files was given. */
  readonly missing: readonly number[];
  readonly problems: readonly { readonly code: SetProblem; readonly name: string }[];
  /** True if every file of one document was given, and nothing else. */
  readonly complete: boolean;
};

type Given = {
  readonly name: string;
  readonly report: Pick<Report, 'verdict' | 'set' | 'sealedSha256' | 'story'>;
};

/**
 * Compares verified files that should belong to one document. Only genuine files count. Returns undefined if
 * none of them is one of several files.
 */
export function compareSet(given: readonly Given[]): SetReport | undefined {
  const known = given.flatMap(({ name, report: { verdict, set } }) =>
    verdict === 'genuine' && set ? [{ name, set }] : [],
  );
  const first = mostCommon(known.map(({ set }) => set));
  if (!first) return undefined;
  const whole = given.find(
    ({ report: { set } }) => set && keyOf(set) === keyOf(first) && !set.number,
  )?.report;
  const isOfWhole = ({ wholeSha256 }: FileSet): boolean =>
    !whole || !wholeSha256 || wholeSha256 === whole.sealedSha256;
  const seen = new Set<number>();
  let hasAll = false;
  const problems = given.flatMap(({ name, report: { verdict, set, story } }): SetReport['problems'] => {
    // A certificate can accompany the files of its document.
    if (verdict === 'genuine' && story?.apart === 'certificate')
      return story.documentId === first.documentId ? [] : [{ code: 'set-mixed', name }];
    if (verdict !== 'genuine' || !set) return [{ code: 'set-not-vouched', name }];
    if (set.documentId !== first.documentId) return [{ code: 'set-mixed', name }];
    if (keyOf(set) !== keyOf(first) || !isOfWhole(set)) return [{ code: 'set-differs', name }];
    const isTwice = set.number === undefined ? hasAll : seen.has(set.number);
    if (set.number === undefined) hasAll = true;
    else seen.add(set.number);
    return isTwice ? [{ code: 'set-twice', name }] : [];
  });
  const { documentId, of } = first;
  const numbers = Array.from({ length: of }, (_, index) => index + 1);
  const missing = hasAll ? [] : numbers.filter((number) => !seen.has(number));
  return { documentId, of, missing, problems, complete: missing.length === 0 && problems.length === 0 };
}

/** Returns the set that most files belong to. If there are several such sets, returns the first file's. */
function mostCommon(sets: readonly FileSet[]): FileSet | undefined {
  const count = (one: FileSet): number => sets.filter((set) => keyOf(set) === keyOf(one)).length;
  return sets.reduce<FileSet | undefined>(
    (most, set) => (most === undefined || count(set) > count(most) ? set : most),
    undefined,
  );
}

const keyOf = ({ documentId, agreementSha256, files }: FileSet): string =>
  [documentId, agreementSha256, ...files].join('\n');
