/** Returns the port with these methods wrapped. `surround` gets the name of the method and calls it. */
export function around<Port extends object>(
  port: Port,
  acts: readonly string[],
  surround: (act: string, call: () => unknown) => Promise<unknown>,
): Port {
  return new Proxy(port, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property);
      if (typeof value !== 'function') return value;
      const call = (...given: unknown[]): unknown => Reflect.apply(value, target, given);
      const act = acts.find((name) => name === property);
      return act === undefined ? call : (...given: unknown[]) => surround(act, () => call(...given));
    },
  });
}
