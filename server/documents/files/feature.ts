import type { Feature } from '../../foundation/http/feature.ts';
import type { FilesDeps } from './deps.ts';
import { watchFiles } from './delete-unused-files.ts';

export const openFiles = (services: FilesDeps): Feature => ({ schedules: [() => watchFiles(services)] });
