/**
 * The folders of server/ from the bottom layer up: each imports only those before it. adapters/ and the files
 * that assemble everything are outside these layers. docs/architecture.md describes each.
 */
const groups = {
  foundation: ['tracing', 'process', 'crypto', 'config', 'db', 'jobs', 'http', 'parsing'],
  ports: [],
  records: ['.', 'stored-files', 'notifications', 'trail'],
  accounts: [
    'profile',
    'api-keys',
    'contacts',
    'identity-provider',
    'sign-in',
    'apps',
    'team',
    'provisioning',
  ],
  messages: ['mail', 'webhooks', 'destinations', 'branding'],
  evidence: [
    ...['log', 'record', 'certificate', 'preflight', 'sealing'],
    ...['log-page', 'audit', 'reports', 'verification'],
  ],
  documents: [
    ...['files', 'invitations', 'draft', 'sending', 'library', 'retention'],
    ...['templates', 'proposals', 'bulk', 'public-forms', 'answers'],
  ],
  signing: ['ceremony', 'embedding', 'for-you'],
  operations: ['backup', 'billing', 'export', 'account-deletion', 'data-requests', 'support', 'operator'],
  api: ['reference', 'mcp', 'realtime'],
};

/** Paths below server/, for example `ports` and `evidence/sealing`. */
const folders = Object.entries(groups).flatMap(([group, names]) =>
  names.length === 0 ? [group] : names.map((name) => (name === '.' ? group : `${group}/${name}`)),
);

module.exports = { groups: Object.keys(groups), folders };
