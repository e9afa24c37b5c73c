import type { Feature } from '../../foundation/http/feature.ts';
import type { LogDeps } from './deps.ts';
import { watchLog } from './watch-log.ts';

export const openLogGrowth = (services: LogDeps): Feature => ({ schedules: [() => watchLog(services)] });
