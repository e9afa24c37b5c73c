import type { OperatorState } from '#contract/operations/operator-state.ts';

/**
 * Milliseconds before a stalled or slow queue is reported, and before its expiry that a certificate is
 * reported.
 */
const patience = 5 * 60_000;
const behind = 60 * 60_000;
const early = 30 * 24 * 3_600_000;

export type Attention =
  | { of: 'part'; part: keyof OperatorState['components'] }
  | { of: 'failed' | 'stuck' | 'mails'; count: number }
  | { of: 'queue' | 'behind'; job: string; ms: number }
  | { of: 'ends'; what: 'key.seal' | `root.${'seal' | 'timestamps'}`; at: string }
  | { of: 'log'; problem: string };

/** Returns everything that needs the operator's attention, worst first. Empty if everything works. */
export function operatorIssues(state: OperatorState): Attention[] {
  const now = Date.parse(state.at);
  const parts = Object.entries(state.components) as [keyof OperatorState['components'], string][];
  const counted = [
    { of: 'stuck' as const, count: state.stuck.length },
    { of: 'failed' as const, count: state.failedTotal },
    { of: 'mails' as const, count: state.mails.filter((mail) => mail.state !== 'blocked').length },
  ];
  const ending: Attention[] = [
    { of: 'ends' as const, what: 'key.seal' as const, at: state.seal.notAfter },
    ...state.roots.map(({ of, notAfter }) => ({
      of: 'ends' as const,
      what: `root.${of}` as const,
      at: notAfter,
    })),
  ];
  return [
    ...parts.filter(([, found]) => found !== 'ok').map(([part]) => ({ of: 'part' as const, part })),
    ...(state.log.problem === null ? [] : [{ of: 'log' as const, problem: state.log.problem }]),
    ...counted.filter(({ count }) => count > 0),
    ...state.queues
      .map(({ name, running, oldest }) => ({
        of: running > 0 ? ('behind' as const) : ('queue' as const),
        job: name,
        ms: oldest ? now - Date.parse(oldest) : 0,
      }))
      .filter(({ of, ms }) => ms > (of === 'behind' ? behind : patience)),
    ...ending.filter((one) => one.of === 'ends' && Date.parse(one.at) - now < early),
  ];
}
