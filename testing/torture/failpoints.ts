import { setTimeout as pause } from 'node:timers/promises';

/**
 * The steps at which a fault can be placed, `:before` or `:after` each: those of every port, and the commit of the
 * transaction that wrote an event of this type. No production code knows them; they are there only in a process that
 * was started with redirect.ts.
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
  /** As kill -9. */
  | 'kill'
  /** The step fails as on a full disk. */
  | 'full'
  /** It fails as a store or server that does not answer. */
  | 'gone'
  /** It takes its time. */
  | 'slow';
/** Placed at a point, for the hit after `skip` others; `times` in a row. */
export type Trap = { point: Point; act: Act; skip: number; times: number };
/** To the server: a trap, none any more, or by how much its clock is wrong, in ms. */
export type Order = { trap: Trap | null } | { clock: number };

let trap: Trap | null = null;
let clockIsWrongBy = 0;

export const wrongClock = (): number => Date.now() + clockIsWrongBy;

export function obey(order: Order): void {
  if ('clock' in order) clockIsWrongBy = order.clock;
  else trap = order.trap && { ...order.trap };
  process.send?.({ obeyed: true });
}

/** Does what is planned for this point, if anything is. */
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
