import { setTimeout as pause } from 'node:timers/promises';

/**
 * The steps at which a fault can be placed, each `:before` or `:after`: those of every port, and the commit
 * of the transaction that wrote an event of this type. Production code does not contain them; they only exist
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
  /** Like kill -9. */
  | 'kill'
  /** The step fails as on a full disk. */
  | 'full'
  /** The step fails like a store or server that does not respond. */
  | 'gone'
  /** The step is slow. */
  | 'slow';
/** A fault for a point, after `skip` hits, `times` in a row. */
export type Trap = { point: Point; act: Act; skip: number; times: number };
/** Message to the server: set a trap, remove it, or shift its clock by this many ms. */
export type Order = { trap: Trap | null } | { clock: number };

let trap: Trap | null = null;
let clockIsWrongBy = 0;

export const wrongClock = (): number => Date.now() + clockIsWrongBy;

export function obey(order: Order): void {
  if ('clock' in order) clockIsWrongBy = order.clock;
  else trap = order.trap && { ...order.trap };
  process.send?.({ obeyed: true });
}

/** Applies the fault planned for this point, if any. */
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
