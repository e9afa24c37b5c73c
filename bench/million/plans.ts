import type pg from 'pg';

type Plan = {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
};

/** Makes a database report the plan of every statement to its client. The user needs permission for that. */
export async function printPlans(owner: pg.Pool, database: string): Promise<void> {
  for (const setting of [
    `session_preload_libraries = 'auto_explain'`,
    `auto_explain.log_min_duration = 0`,
    `auto_explain.log_analyze = on`,
    `auto_explain.log_timing = off`,
    `auto_explain.log_format = json`,
    `auto_explain.log_level = notice`,
  ])
    await owner.query(`ALTER DATABASE "${database}" SET ${setting}`);
}

/** Collects the plans of a pool's statements from now on. */
export function recordPlans(pool: pg.Pool): { take(): string[] } {
  const logged: string[] = [];
  pool.on('connect', (client) =>
    client.on('notice', ({ message = '' }) => {
      const at = message.indexOf('{');
      if (!message.includes('plan:') || at < 0) return;
      const { Plan: plan } = JSON.parse(message.slice(at)) as { Plan: Plan };
      logged.push(steps(plan).join(', '));
    }),
  );
  return { take: () => logged.splice(0) };
}

/** Returns the tables that a plan accesses, how it accesses them, and how many rows it read. */
function steps(plan: Plan): string[] {
  const rows = Math.round(
    ((plan['Actual Rows'] ?? 0) + (plan['Rows Removed by Filter'] ?? 0)) * (plan['Actual Loops'] ?? 1),
  );
  const on = plan['Index Name'] ?? plan['Relation Name'];
  const below = (plan.Plans ?? []).flatMap(steps);
  return on ? [`${plan['Node Type']} ${on} (${rows} rows)`, ...below] : below;
}
