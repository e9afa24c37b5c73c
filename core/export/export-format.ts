/**
 * Format name of an account archive, described in docs/export.md. The archive is a ZIP with `tables/NAME.ndjson`
 * (one row per line), stored files as `files/SHA-256`, `schema.json` (JSON Schema of the rows), and
 * `manifest.json` as the last entry.
 */
export const exportFormat = 'countersign-export';
export const exportVersion = 1;

/**
 * Tables of an archive, sorted so that each row comes after the rows it refers to. Credentials are excluded
 * (sessions, keys, webhook secrets and signing links), and so are entries that have not been signed yet.
 */
export const exportedTables = [
  'accounts',
  'users',
  'member_groups',
  'member_group_people',
  'folders',
  'folder_grants',
  'documents',
  'recipients',
  'fields',
  'field_values',
  'attachments',
  'signatures',
  'events',
  'event_values',
  'mails',
  'templates',
  'template_roles',
  'template_fields',
  'public_forms',
  'form_entries',
  'bulk_sends',
  'bulk_rows',
  'contacts',
  'mail_blocks',
  'member_photos',
  'webhook_endpoints',
  'api_keys',
  'embedding_origins',
  'report_schedules',
  'brands',
  'preferences',
  'account_events',
] as const;
export type ExportedTable = (typeof exportedTables)[number];

/**
 * Columns that are not exported although their table is: hashes of codes, data of unfinished actions, and values
 * that are copied from another table.
 */
export const leftOut: Readonly<Partial<Record<ExportedTable, readonly string[]>>> = {
  recipients: ['access_code_hash', 'mail_code_nonce', 'mail_code_at'],
  event_values: ['occurred_at'],
  mails: ['link_id'],
  templates: ['version_used'],
  public_forms: ['token', 'code_hash'],
  webhook_endpoints: ['secret', 'old_secret', 'old_secret_until'],
  brands: ['reply_to_request_id', 'reply_to_requested', 'reply_to_requested_at', 'reply_to_requested_by'],
};

/**
 * For codes that are not exported, a separate column records whether one was set. The import then sets a random
 * code that no one knows, because the protected content would otherwise be accessible without a code.
 */
export const codesLeftOut: Readonly<Partial<Record<ExportedTable, { column: string; isSet: string }>>> = {
  recipients: { column: 'access_code_hash', isSet: 'has_access_code' },
  public_forms: { column: 'code_hash', isSet: 'has_code' },
};

/** Former column names by table, so that archives made before a rename can be imported. */
export const earlierColumns: Readonly<Partial<Record<ExportedTable, Readonly<Record<string, string>>>>> = {
  accounts: { factor_required: 'two_factor_required' },
  brands: { colour: 'color' },
  documents: {
    reminder_most: 'reminder_max',
    strengthening_sha256: 'augmentation_sha256',
    strengthening_size: 'augmentation_size',
  },
  folders: { gone_at: 'removed_at' },
  public_forms: { most_in_all: 'max_total', most_an_hour: 'max_per_hour' },
  recipients: { access_code_needed: 'access_code_required' },
  template_roles: { access_code_needed: 'access_code_required' },
  templates: { reminder_most: 'reminder_max' },
};

/**
 * Allowed names of archive entries. No other name is written or accepted, so an archive cannot contain `../`.
 */
export const entryNames = /^(?:tables\/[a-z_]+\.ndjson|files\/[0-9a-f]{64}|schema\.json|manifest\.json)$/;

/** An entry of the archive with its size, its hash, and the number of rows if it is a table. */
export type ExportEntry = { name: string; bytes: number; sha256: string; rows?: number };

export type ExportManifest = {
  format: typeof exportFormat;
  version: typeof exportVersion;
  accountId: string;
  /** Time at which the archive was made, ISO 8601 in UTC. */
  madeAt: string;
  /** Stored files that rows refer to but that were missing or did not match their hash. */
  missing: string[];
  entries: ExportEntry[];
};
