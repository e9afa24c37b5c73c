/**
 * The archive of a whole account, described in docs/export.md: a ZIP with `tables/NAME.ndjson` (a row on each line), the
 * stored files as `files/SHA-256`, `schema.json` that says in JSON Schema what the rows are, and as its last entry
 * `manifest.json`.
 */
export const exportFormat = 'countersign-export';
export const exportVersion = 1;

/**
 * The tables of an archive, in an order in which each row finds those it refers to. What lets somebody in is no part of it:
 * sessions, keys, secrets of webhooks, signing links; nor is what was entered and not signed yet.
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

/** Columns that are left out although their table is there: hashes of codes, half of an act that waits, and what is copied from another table anyway. */
export const leftOut: Readonly<Partial<Record<ExportedTable, readonly string[]>>> = {
  recipients: ['access_code_hash', 'mail_code_nonce', 'mail_code_at'],
  event_values: ['occurred_at'],
  mails: ['link_id'],
  public_forms: ['token', 'code_hash'],
  webhook_endpoints: ['secret', 'old_secret', 'old_secret_until'],
  brands: ['reply_to_ask_id', 'reply_to_asked', 'reply_to_asked_at', 'reply_to_asked_by'],
};

/**
 * Of codes that are left out the archive says whether one was set, in a column of its own: elsewhere one that nobody knows
 * stands in its place, or what lies behind it would be open there.
 */
export const codesLeftOut: Readonly<Partial<Record<ExportedTable, { column: string; isSet: string }>>> = {
  recipients: { column: 'access_code_hash', isSet: 'has_access_code' },
  public_forms: { column: 'code_hash', isSet: 'has_code' },
};

/** The names that an entry may have. No other is ever written, and none is taken in: `../` has no place in an archive. */
export const entryNames = /^(?:tables\/[a-z_]+\.ndjson|files\/[0-9a-f]{64}|schema\.json|manifest\.json)$/;

/** An entry of the archive: how long it is, its hash, and for a table how many rows it has. */
export type ExportEntry = { name: string; bytes: number; sha256: string; rows?: number };

export type ExportManifest = {
  format: typeof exportFormat;
  version: typeof exportVersion;
  accountId: string;
  /** ISO 8601 in UTC. */
  madeAt: string;
  /** Stored files that a row names and that were not there, or not what their name says. */
  missing: string[];
  entries: ExportEntry[];
};
