import { setTimeout as pause } from 'node:timers/promises';

/**
 * Points at which a fault can be placed, each `:before` or `:after`: the steps of every port, and the commit
 * of the transaction that wrote an event of this type. Production code does not contain them. They exist only
 * in a process started with redirect.ts.
 */
export const steps = [
  ...(['files.put', 'files.read', 'pdf.normalise', 'pdf.tryOut', 'pdf.add', 'key.sign'] as const),
  ...(['timestamps.stamp', 'mailer.deliver', 'outbound.post'] as const),
  ...(['commit.document_uploaded', 'commit.document_sent', 'commit.document_opened'] as const),
  ...([
    'commit.document_signed',
    'commit.document_completed',
    'commit.mail_accepted',
    'commit.other',
  ] as const),
] as const;
export type Point = `${(typeof steps)[number]}:${'before' | 'after'}`;

export type Act =
  /** Kills the process, like kill -9. */
  | 'kill'
  /** Fails the step as if the disk were full. */
  | 'full'
  /** Fails the step as if a store or server did not respond. */
  | 'gone'
  /** Delays the step. */
  | 'slow';
/** A fault for a point: it occurs after `skip` hits, `times` in a row. */
export type Trap = { point: Point; act: Act; skip: number; times: number };
/** A message to the server: set a trap, remove it, or move its clock by this many milliseconds. */
export type Order = { trap: Trap | null } | { clock: number };

let trap: Trap | null = null;
let clockIsWrongBy = 0;

export const wrongClock = (): number => Date.now() + clockIsWrongBy;

export function obey(order: Order): void {
  if ('clock' in order) clockIsWrongBy = order.clock;
  else trap = order.trap && { ...order.trap };
  process.send?.({ obeyed: true });
}

/** Triggers the fault planned for this point, if there is one. */
export async function reach(point: string): Promise<void> {
  if (trap?.point !== point) return;
  if (trap.skip > 0) return void (trap.skip -= 1);
  const { act } = trap;
  if ((trap.times -= 1) === 0) trap = null;
  process.send?.({ met: point });
  if (act === 'kill') process.kill(process.pid, 'SIGKILL');
  if (act === 'slow') return pause(1500);
  const code = act === 'full' ? 'ENOSPC' : 'ECONNREFUSED';
  throw Object.assign(new Error(`${code}: a fault was placed here`), { code });
}
