import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

/**
 * Test files that take half a minute or more. If one of them started last, it would keep one core busy while
 * the other is idle.
 */
const slow =
  /(crash|kill|torture|races|last-signers|corpus|agreement|every-act|check-record|embedded-database|job-queue|libreoffice|link-ways|refused-acts|verify-file|mail-abuse|library|ceremony\/passkey|account-safety)/;

/**
 * All other files have vitest's own order: by duration of the last run, or by size if there is none. Projects
 * run one after the other, because each switch restarts the workers, which load the product again.
 */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification): boolean => slow.test(moduleId);
    const slowFirst = [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
    const isPure = ({ project }: TestSpecification): boolean => project.name === 'pure';
    return [...slowFirst.filter(isPure), ...slowFirst.filter((file) => !isPure(file))];
  }
}
