export type Gate = {
  open(): void;
  close(): void;
  /** Opens the gate permanently. `pass` then resolves to false, because the work is over. */
  end(): void;
  /** Waits while the gate is closed. Resolves to false when the work is over. */
  pass(): Promise<boolean>;
};

/** Creates a gate that stops the clients while the server is down. */
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
