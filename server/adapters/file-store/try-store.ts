import type { StoreSettings } from '#server/foundation/config/store-settings.ts';
import type { FileStore } from '#server/ports/file-store.ts';
import { asProblem, type StartProblem } from '#server/foundation/process/start-problem.ts';

/**
 * The content is always the same, so that each start writes the same object. The cleanup of unused files
 * deletes it.
 */
const trial = new TextEncoder().encode('The file store can be written.\n');

/**
 * Writes and reads a small file in the bucket. If that fails, returns a sentence that names the setting to
 * check.
 */
export async function findStoreProblem(
  files: Pick<FileStore, 'put' | 'read'>,
  settings: Pick<StoreSettings, 'bucket' | 'region' | 'endpoint'>,
): Promise<StartProblem | undefined> {
  try {
    await files.read(await files.put(trial));
    return undefined;
  } catch (error) {
    return storeProblem((error as Error).cause ?? error, settings);
  }
}

type StoreError = Error & { code?: string; $metadata?: { httpStatusCode?: number } };

function storeProblem(
  thrown: unknown,
  { bucket, region, endpoint }: Pick<StoreSettings, 'bucket' | 'region' | 'endpoint'>,
): StartProblem {
  const error = thrown as StoreError;
  const { name } = error;
  const place = endpoint === undefined ? `Amazon S3 (S3_REGION ${region})` : new URL(endpoint).host;
  if (name === 'NoSuchBucket' || name === 'NotFound')
    return { problem: `S3_BUCKET: there is no bucket ${bucket} at ${place}. Create it, or set another.` };
  if (
    /^(InvalidAccessKeyId|SignatureDoesNotMatch|ExpiredToken|InvalidToken|CredentialsProviderError)$/.test(
      name,
    )
  )
    return {
      problem: `S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: ${place} refuses them (${name}). Check both.`,
    };
  if (/^(PermanentRedirect|AuthorizationHeaderMalformed|IllegalLocationConstraintException)$/.test(name))
    return { problem: `S3_REGION: the bucket ${bucket} is not in ${region} (${name}). Set its region.` };
  const status = error.$metadata?.httpStatusCode;
  if (status === 403)
    return {
      problem: `S3_BUCKET: the user of S3_ACCESS_KEY_ID may not read and write the bucket ${bucket} at ${place} (${name}). Give it GetObject, PutObject, DeleteObject and ListBucket.`,
    };
  const { problem, passing } = asProblem(error);
  if (status === undefined)
    return {
      problem: `S3_ENDPOINT: no store responds at ${place} (${error.code ?? problem}).`,
      passing: passing ?? true,
    };
  return {
    problem: `S3_BUCKET: the bucket ${bucket} at ${place} cannot be used (${status} ${name}).`,
    passing: status >= 500 && status !== 501,
  };
}
