import { makeSealChain } from '#testing/pki/seal-chain.ts';
import { makeJob } from './job.ts';
import { makeContract } from './make-contract.ts';
import { stacks } from './stacks.ts';

/**
 * A request of the bench to do the job on a contract with this many pages, and to return the file if
 * requested.
 */
export type Order = { pages: number; withFile: boolean };
/** `cpu` is the CPU time in ms, which is more meaningful than wall time on a busy machine. */
export type Delivery = { ms: number; cpu: number; added: number; file?: string; rootPem: string };

// One process per stack, so that no stack warms up or burdens another.
const seal = await makeSealChain({ key: 'RSA-2048', intermediate: true });
const make = stacks[process.argv[2] ?? ''];
if (make === undefined) throw new Error(`no stack is called ${process.argv[2]}`);
const run = await make(makeJob(seal));
const contracts = new Map<number, Uint8Array>();

process.on('message', (order: Order) => {
  void deliver(order).then((delivery) => process.send?.(delivery));
});
process.send?.('ready');

async function deliver({ pages, withFile }: Order): Promise<Delivery> {
  const contract = contracts.get(pages) ?? makeContract(pages);
  contracts.set(pages, contract);
  // Passes a copy, because some stacks retain their input.
  const copy = contract.slice();
  const cpuBefore = process.cpuUsage();
  const start = performance.now();
  const sealed = await run(copy);
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(cpuBefore);
  const file = withFile ? { file: Buffer.from(sealed).toString('base64') } : {};
  return {
    ms,
    cpu: (user + system) / 1000,
    added: sealed.length - contract.length,
    ...file,
    rootPem: seal.rootPem,
  };
}
