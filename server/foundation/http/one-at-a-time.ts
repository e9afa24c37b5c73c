/** Runs work with the same key sequentially, in order of arrival. Work with other keys does not wait. */
export function oneAtATime(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const lasts = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const outcome = (lasts.get(key) ?? Promise.resolve()).then(work);
    const last = outcome
      .catch(() => undefined)
      .then(() => {
        if (lasts.get(key) === last) lasts.delete(key);
      });
    lasts.set(key, last);
    return outcome;
  };
}
