export type Gate = {
  open(): void;
  close(): void;
  /** Opens it for good: whoever passes is told that the work is over. */
  end(): void;
  /** Waits while it is closed; false when the work is over. */
  pass(): Promise<boolean>;
};

/** Holds the clients back while the server is away. */
export function openGate(): Gate {
  let over = false;
  let barrier = Promise.withResolvers<void>();
  return {
    open: () => barrier.resolve(),
    close: () => void (barrier = Promise.withResolvers()),
    end: () => {
      over = true;
      barrier.resolve();
    },
    pass: async () => {
      await barrier.promise;
      return !over;
    },
  };
}
