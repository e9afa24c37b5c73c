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

/** Has a database tell the plan of every statement to whoever runs it. Its user has to be allowed to. */
export async function tellPlans(owner: pg.Pool, database: string): Promise<void> {
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

/** The plans of what a pool runs from now on. */
export function hearPlans(pool: pg.Pool): { take(): string[] } {
  const heard: string[] = [];
  pool.on('connect', (client) =>
    client.on('notice', ({ message = '' }) => {
      const at = message.indexOf('{');
      if (!message.includes('plan:') || at < 0) return;
      const { Plan: plan } = JSON.parse(message.slice(at)) as { Plan: Plan };
      heard.push(steps(plan).join(', '));
    }),
  );
  return { take: () => heard.splice(0) };
}

/** The tables a plan touches, how, and how many rows it met there. */
function steps(plan: Plan): string[] {
  const rows = Math.round(
    ((plan['Actual Rows'] ?? 0) + (plan['Rows Removed by Filter'] ?? 0)) * (plan['Actual Loops'] ?? 1),
  );
  const on = plan['Index Name'] ?? plan['Relation Name'];
  const below = (plan.Plans ?? []).flatMap(steps);
  return on ? [`${plan['Node Type']} ${on} (${rows} rows)`, ...below] : below;
}
