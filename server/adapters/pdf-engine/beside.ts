/** A file is small beside another that has at least so many times its bytes. */
const smallness = 4;

export type InWork = {
  /** Whether the account has a file in work beside which this one is small. */
  isBeside: boolean;
  end: () => void;
};

/** Keeps the sizes of the files that each account has in work. */
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
