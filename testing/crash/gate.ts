export type Gate = {
  open(): void;
  close(): void;
  /** Opens it permanently; `pass` then returns that the work is over. */
  end(): void;
  /** Waits while it is closed; false when the work is over. */
  pass(): Promise<boolean>;
};

/** Creates a gate that holds the clients back while the server is down. */
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
