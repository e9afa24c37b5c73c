import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

/** Files that take half a minute and more: begun last, one of them would keep one core waiting for the other. */
const slow =
  /(crash|kill|torture|races|last-signers|corpus|agreement|every-act|check-record|embedded-database|job-queue|libreoffice|link-ways|refused-acts|verify-file|mail-abuse|library|ceremony\/passkey|account-safety)/;

/**
 * Otherwise vitest's own order: by the time of the last run, and by size where there was none. One project after the
 * other: each change from one to the other starts the workers anew, and they load the product again.
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
