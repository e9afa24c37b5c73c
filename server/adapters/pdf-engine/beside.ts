/** A file is small compared to another that has at least this many times its bytes. */
const smallness = 4;

export type InWork = {
  /** True if the account has another file in progress compared to which this one is small. */
  isBeside: boolean;
  end: () => void;
};

/** Tracks the sizes of the files in progress per account. */
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
