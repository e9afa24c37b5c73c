/** A file counts as small if another file of its account in progress is at least this many times larger. */
const smallness = 4;

export type InWork = {
  /** True if the account already has a file in progress that is much larger. */
  isBeside: boolean;
  end: () => void;
};

/** Tracks the sizes of the files in progress for each account. */
export function watchFilesInWork(): (account: string, size: number) => InWork {
  const sizes = new Map<string, number[]>();
  return (account, size) => {
    const others = sizes.get(account) ?? [];
    sizes.set(account, [...others, size]);
    return {
      isBeside: others.some((other) => other >= size * smallness),
      end: () => {
        const left = [...(sizes.get(account) ?? [])];
        left.splice(left.indexOf(size), 1);
        if (left.length > 0) sizes.set(account, left);
        else sizes.delete(account);
      },
    };
  };
}
