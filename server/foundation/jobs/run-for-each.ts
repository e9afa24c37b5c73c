/**
 * Runs `act` for each item, one after the other. One failure does not stop the rest.
 * @throws AggregateError with all failures, after the last item
 */
export async function runEach<Thing>(
  things: Iterable<Thing> | AsyncIterable<Thing>,
  act: (thing: Thing) => Promise<unknown>,
): Promise<void> {
  const failed: unknown[] = [];
  let count = 0;
  for await (const thing of things) {
    count += 1;
    await act(thing).catch((error: unknown) => failed.push(error));
  }
  if (failed.length > 0)
    throw new AggregateError(failed, `${failed.length} of ${count} failed: ${messageOf(failed[0])}`);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
