import type { Feature } from '../../foundation/http/feature.ts';
import type { SendingDeps } from './deps.ts';
import { watchExpiry } from './watch-expiry.ts';

export const openSending = (services: SendingDeps): Feature => ({ schedules: [() => watchExpiry(services)] });
