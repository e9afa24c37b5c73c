import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { address, oneOf } from './setting-kinds.ts';

/** Settings of a file store other than a folder. */
export const storeSettings = {
  /**
   * An S3-compatible bucket that stores all files instead of DATA_DIR/files. Keys and the outbox remain in
   * DATA_DIR, which all instances must share.
   */
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'must be a region such as eu-central-1')
    .optional(),
  /** URL of a store other than Amazon S3. */
  S3_ENDPOINT: address(['http:', 'https:'], 'https://s3.example.org').optional(),
  /** If unset, the SDK uses its defaults: environment variables, its files, or the machine's role. */
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  /** Encryption by the store itself, with its own keys or with the one in S3_KMS_KEY. */
  S3_ENCRYPTION: oneOf(['AES256', 'aws:kms']).optional(),
  S3_KMS_KEY: z.string().optional(),
};

/** Settings for encrypting stored files in any store. */
export const fileKeySettings = {
  /**
   * 32 bytes as 64 hexadecimal digits, or the path of a file that contains them. Each stored file is
   * encrypted with a separate key, which is encrypted with this one. If unset, files are not encrypted. If
   * the key is lost, the files are lost.
   */
  FILES_KEY: fileKeys().optional(),
  /** Comma-separated earlier keys, for reading files encrypted with them. */
  FILES_KEY_PREVIOUS: fileKeys().default([]),
};

/** Comma-separated hexadecimal keys, or paths of files that contain them. */
function fileKeys() {
  return z.string().transform((text, context): Buffer[] => {
    const keys = text.split(',').map((part) => readKey(part.trim()));
    if (keys.every((key) => key !== undefined)) return keys;
    context.addIssue(
      'must be 64 hexadecimal digits, or the path of a file with them, such as from openssl rand -hex 32',
    );
    return z.NEVER;
  });
}

function readKey(digitsOrPath: string): Buffer | undefined {
  try {
    const digits = digitsOrPath.includes('/') ? readFileSync(digitsOrPath, 'utf8').trim() : digitsOrPath;
    return /^[0-9a-f]{64}$/i.test(digits) ? Buffer.from(digits, 'hex') : undefined;
  } catch {
    return undefined;
  }
}

/** Keys of 32 bytes each. Without a current key, files are stored unencrypted. */
export interface FileKeys {
  current: Buffer | undefined;
  previous: Buffer[];
}

/** Reads only the keys from an environment, for commands that need no other settings. */
export function fileKeysIn(
  environment: Readonly<Record<string, string | undefined>>,
): FileKeys | { problem: string } {
  const given = Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== '');
  const parsed = z.object(fileKeySettings).safeParse(Object.fromEntries(given));
  if (parsed.success) return readFileKeys(parsed.data);
  const [issue] = parsed.error.issues;
  return { problem: `${issue!.path.join('.')} ${issue!.message}.` };
}

export function readFileKeys(value: z.output<z.ZodObject<typeof fileKeySettings>>): FileKeys {
  const [current, ...more] = value.FILES_KEY ?? [];
  return { current, previous: [...more, ...value.FILES_KEY_PREVIOUS] };
}

type Given = z.output<z.ZodObject<typeof storeSettings>>;

export interface StoreSettings {
  bucket: string;
  region: string;
  endpoint: string | undefined;
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
  encryption: { algorithm: 'AES256' | 'aws:kms'; keyId: string | undefined } | undefined;
}

/** If undefined, files are in DATA_DIR/files. */
export function readStore(value: Given): StoreSettings | undefined {
  if (!value.S3_BUCKET) return undefined;
  return {
    bucket: value.S3_BUCKET,
    region: value.S3_REGION ?? 'us-east-1',
    endpoint: value.S3_ENDPOINT,
    credentials: value.S3_ACCESS_KEY_ID
      ? { accessKeyId: value.S3_ACCESS_KEY_ID, secretAccessKey: value.S3_SECRET_ACCESS_KEY! }
      : undefined,
    encryption: value.S3_ENCRYPTION ? { algorithm: value.S3_ENCRYPTION, keyId: value.S3_KMS_KEY } : undefined,
  };
}

/** Returns a message if only some of the settings that are required together are set. */
export function storeSettingsMismatch(value: Given): string | undefined {
  const { S3_BUCKET: bucket, S3_ENCRYPTION: encryption } = value;
  const others = Object.keys(storeSettings).filter(
    (name) => name !== 'S3_BUCKET' && value[name as keyof Given] !== undefined,
  );
  if (!bucket && others.length > 0) return `${others[0]} belongs to S3_BUCKET: set both or none.`;
  if (Boolean(value.S3_ACCESS_KEY_ID) !== Boolean(value.S3_SECRET_ACCESS_KEY))
    return 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together: set both or none.';
  if (value.S3_KMS_KEY && encryption !== 'aws:kms')
    return 'S3_KMS_KEY belongs to S3_ENCRYPTION=aws:kms: set both, or only S3_ENCRYPTION.';
  return undefined;
}
